"""A minute of masked PPO at PettingZoo's tables, with sb3-contrib: one agent learns, pages sit at the others' places.

pip install 'kronland[rl,sb3,plots]'
python docs/examples/learning/pettingzoo_ppo.py
"""

import gymnasium
import numpy as np
import torch
from against_pages import SEAT, Curve, arguments
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from kronland.envs import pettingzoo_env

TABLES = 16
ME = f"player_{SEAT}"


class Place(gymnasium.Env):
    """One agent's place at a table: every step is a choice of its own. Pages play the others, and what is forced is played at once."""

    def __init__(self, table, seed):
        self.table, self.seed = table, seed
        space = table.observation_space(ME)["observation"]
        self.highs = np.maximum(space.high, 1).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, space.shape, np.float32)
        self.action_space = table.action_space(ME)

    def reset(self, seed=None, options=None):
        self.seed += 1
        self.table.reset(self.seed)
        return self.when_i_choose(), {}

    def step(self, action):
        self.table.step(int(action))
        seen = self.when_i_choose()
        return seen, self.table.rewards[ME], self.table.terminations[ME], False, {}

    def when_i_choose(self):
        table = self.table
        while not table.terminations[ME]:
            if table.agent_selection != ME:
                table.step(table.unwrapped.bot_action("page"))
            elif (seen := table.observe(ME))["action_mask"].sum() == 1:
                table.step(int(seen["action_mask"].argmax()))
            else:
                break
        seen = table.observe(ME)
        self.mask = seen["action_mask"].astype(bool)
        return seen["observation"] / self.highs

    def action_masks(self):
        return self.mask


given = arguments(__doc__, "brianboru")
torch.set_num_threads(1)
tables = [Place(pettingzoo_env(given.game, given.players), given.seed + 10_000 * number) for number in range(TABLES)]
model = MaskablePPO(
    "MlpPolicy",
    DummyVecEnv([lambda place=place: place for place in tables]),
    seed=given.seed,
    n_steps=128,  # more than a game, so that most choices see how theirs ended
    batch_size=512,
    n_epochs=2,
    learning_rate=1e-3,
    gamma=1.0,
    gae_lambda=1.0,  # the only reward comes at the end: it counts as it is, not as a critic guesses it on the way there
    ent_coef=0.01,
    policy_kwargs={"net_arch": [64], "ortho_init": False},  # small weights to begin with: see learning.md
    device="cpu",
)


def agent(seen, mask):
    return model.predict(seen / tables[0].highs, action_masks=mask)[0]


class Asked(BaseCallback):
    def _on_step(self):
        return self.n_calls % model.n_steps != 0 or curve.go_on(self.num_timesteps)


curve = Curve(agent, given)
model.learn(10**9, callback=Asked())
curve.save(f"{given.game}: MaskablePPO of sb3-contrib, at PettingZoo's tables")
