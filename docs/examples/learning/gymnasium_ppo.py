"""A minute of masked PPO over a vector of games, with sb3-contrib:

pip install 'kronland[sb3,plots]'
python docs/examples/learning/gymnasium_ppo.py
"""

import numpy as np
import torch
from against_pages import Curve, arguments
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from kronland.envs import sb3_vec_env

given = arguments(__doc__, "brianboru")
torch.set_num_threads(1)
env = sb3_vec_env(given.game, num_envs=64, players=given.players, opponents="page", threads=1)
model = MaskablePPO(
    "MlpPolicy",
    env,
    seed=given.seed,
    n_steps=128,  # more than a game, so that most decisions see how theirs ended
    batch_size=1024,
    n_epochs=2,
    learning_rate=1e-3,
    gamma=1.0,
    gae_lambda=1.0,  # the only reward comes at the end: it counts as it is, not as a critic guesses it on the way there
    ent_coef=0.01,
    policy_kwargs={"net_arch": [64], "ortho_init": False},  # small weights to begin with: see learning.md
    device="cpu",
)
highs = np.maximum(env.batch.observation.highs, 1).astype(np.float32)


def agent(seen, mask):
    return model.predict(seen / highs, action_masks=mask)[0]


class Asked(BaseCallback):
    def _on_step(self):
        return self.n_calls % model.n_steps != 0 or curve.go_on(self.num_timesteps)


curve = Curve(agent, given)
model.learn(10**9, callback=Asked())
curve.save(f"{given.game}: MaskablePPO of sb3-contrib, over Gymnasium's vector")
