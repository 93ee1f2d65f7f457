"""A minute of OpenSpiel's own PPO on a game of ours, against pages, which sit at its table as bots:

pip install 'kronland[openspiel,train,plots]'
python docs/examples/learning/openspiel_ppo.py
"""

import numpy as np
import pyspiel
import torch
from against_pages import SEAT, Curve, arguments
from open_spiel.python import rl_environment
from open_spiel.python.pytorch.ppo import PPO, PPOAgent
from open_spiel.python.vector_env import SyncVectorEnv

from kronland.envs import open_spiel_bot, register_open_spiel

TABLES, STEPS = 16, 128  # more than a game each, so that most choices see how theirs ended


class Table(rl_environment.Environment):
    """An environment in which every step is a choice of the learner: what bots do, and what is forced, comes from outside, like chance."""

    def __init__(self, game, seed):
        super().__init__(game, observation_type=rl_environment.ObservationType.OBSERVATION,
                         chance_event_sampler=rl_environment.ChanceEventSampler(seed))  # fmt: skip
        self.bots = [open_spiel_bot("page", seat, seed + seat) for seat in range(game.num_players())]

    def _sample_external_events(self):
        super()._sample_external_events()  # chance
        state = self._state
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            if player == SEAT and len(legal) > 1:
                break
            state.apply_action(legal[0] if len(legal) == 1 else self.bots[player].step(state))
            super()._sample_external_events()


class Scaled(PPOAgent):
    """Its network, shown every number as a part of the highest that it can be."""

    def __init__(self, *given):
        super().__init__(*given)
        for net in (self.actor, self.critic):
            for layer in (net[0], net[2]):  # all but the last, which is small: see learning.md
                layer.reset_parameters()

    def get_value(self, x):
        return super().get_value(x / highs)

    def get_action_and_value(self, x, legal_actions_mask=None, action=None):
        return super().get_action_and_value(x / highs, legal_actions_mask, action)


given = arguments(__doc__, "brianboru")
torch.set_num_threads(1)
torch.manual_seed(given.seed)
np.random.seed(given.seed)
register_open_spiel()
game = pyspiel.load_game(f"kronland_{given.game}", {"players": given.players})
highs = torch.tensor(np.maximum(game.played.observation.highs, 1), dtype=torch.float32)
tables = SyncVectorEnv([Table(game, given.seed + 100 * number) for number in range(TABLES)])
learner = PPO(
    input_shape=tuple(game.observation_tensor_shape()),
    num_actions=game.num_distinct_actions(),
    num_players=game.num_players(),
    player_id=SEAT,
    num_envs=TABLES,
    steps_per_batch=STEPS,
    update_epochs=2,  # four were no better, and take longer
    learning_rate=1e-3,
    clip_vloss=False,  # a critic that is far off at first may learn quickly
    gamma=1.0,
    gae_lambda=1.0,  # the only reward comes at the end: it counts as it is, not as a critic guesses it on the way there
    agent_fn=Scaled,
)


def agent(seen, mask):
    with torch.no_grad():
        return learner.get_action_and_value(torch.from_numpy(seen), torch.from_numpy(mask))[0].numpy()


curve = Curve(agent, given)
step = tables.reset()
while curve.go_on(learner.total_steps_done):
    for _ in range(STEPS):
        step, rewards, over, _ = tables.step(learner.step(step), reset_if_done=True)
        learner.post_step([reward[SEAT] for reward in rewards], over)
    learner.learn(step)
curve.save(f"{given.game}: OpenSpiel's PPO, in its own environment")
