"""What the pages of tournaments and statistics say, to be translated."""

from __future__ import annotations

from kronland.core.words import N_, NN_

# Tournaments ------------------------------------------------------------------------------------------------------------------------

TOURNAMENTS = N_("Tournaments")
TOURNAMENTS_MORE = N_(
    "Everybody plays in every round, at tables that make themselves. You find yours at home, among your tables; results and the next "
    "round come by themselves."
)
TOURNAMENT_NONE = N_("There is no tournament yet. Make the first one.")
TOURNAMENT_NEW = N_("New tournament")
TOURNAMENT_NEW_OF = N_("New tournament: {game}")
TOURNAMENT_MAKE = N_("Make the tournament")
LISTED = {
    "entries": N_("Open for entries"),
    "running": N_("Being played"),
    "over": N_("Over"),
    "off": N_("Called off"),
}
STAGES = {
    "entries": N_("Entries are open."),
    "running": N_("Round {round} of {rounds} is being played."),
    "over": N_("The tournament is over."),
    "off": N_("The tournament was called off."),
}
TOURNAMENT_NAME = N_("Name of the tournament")
SYSTEM = N_("Who meets whom")
SYSTEMS = {"swiss": N_("Swiss system"), "robin": N_("Everybody meets everybody")}
SYSTEMS_MORE = {
    "swiss": N_("In every round those meet who stand next to one another, and have not met yet if that can be helped."),
    "robin": N_("The lots decide, whatever the results: everybody meets everybody, as evenly as the number of rounds allows."),
}
PLAYERS_AT = N_("Players at a table")
PLAYERS_AT_MORE = N_(
    "Where the number does not divide, tables are larger or smaller; only where the game does not allow that does a bot (squire) fill up."
)
ROUNDS = N_("Rounds")
CLOSES = N_("It begins")
CLOSES_BY_HAND = N_("when you start it")
CLOSES_IN = N_("in {time}, or when you start it")
LONGEST = N_("A round lasts")
LONGEST_OPEN = N_("until all tables are over")
LONGEST_IN = N_("{time} at most; games that go on count when they are over")
RATED_TOO = N_("Rated: the games count for the ratings, too")
MADE_BY = N_("by {name}")
FACT_ROUNDS = NN_("{count} round", "{count} rounds", "count")
FACT_PLAYERS = N_("{count} at a table")
FACT_ENTRANTS = NN_("{count} entry", "{count} entries", "count")
FACT_RATED = N_("rated")
BEGINS_AT = N_("It begins on {moment}.")
BEGINS_BY_HAND = N_("It begins when {name} starts it.")
ROUND_DUE = N_("The next round begins when all tables are over, on {moment} at the latest.")
ROUND_OPEN = N_("The next round begins when all tables are over.")
ROUND_LAST = N_("It ends when all tables are over.")
WINNER = N_("{name} has won the tournament.")
ENTRANTS = N_("Who plays")
NOBODY_YET = N_("Nobody has entered yet.")
ENTER = N_("Enter")
ENTER_AS = N_("Your name in the tournament")
ENTERED = N_("You have entered.")
YOUR_TABLE = N_("To your table")
TO_TOURNAMENT = N_("To the tournament")
LEAVE = N_("Leave the tournament")
LEAVE_MORE = N_("You keep your points, and get no further seats. A game that is on waits for you until your clock has run out.")
LEFT_SAID = N_("has left")
REMOVE = N_("Take out")
START = N_("Start now")
GO_ON = N_("Go on now")
GO_ON_MORE = N_("The next round begins at once, or after the last the tournament ends, whatever is still being played.")
CALL_OFF = N_("Call off")
CALL_OFF_MORE = N_("There are no further rounds. Games that are on go on, and count for nothing more.")
FOR_MAKER = N_("For you who made it")
STANDINGS = N_("Standings")
PLACE = N_("Place")
POINTS = N_("Points")
STRENGTH = N_("Opponents")
SHARE = N_("{points} in games")
DIRECT = N_("Head to head")
GAMES = N_("Games")
ROUND = N_("Round {round}")
TABLE_NUMBER = N_("Table {number}")
PLAYING = N_("being played")
HOW_COUNTED = N_("How it is counted")
HOW_POINTS = N_(
    "A game brings the share of the others who came off worse: 1 for the first, 0 for the last, and one who came off equally counts half. "
    "So every game brings as much, whether three or five play."
)
HOW_TIES = N_(
    "Of those with equal points the one is ahead whose opponents have more (for each game the mean of their points), then who has made "
    "more in the games (100 % is the mean of the table), then who came off better against the others who are equal, and then "
    "the lot."
)
HOW_LATE = N_("In a game that was broken off, whoever had no time left has lost to all others, and these have drawn.")
HOW_LOTS = N_("The lots come from the seed {seed}: the smallest SHA-256 of “{seed}:NUMBER”, with the number of the entry, is first.")

# Statistics -------------------------------------------------------------------------------------------------------------------------

STATISTICS = N_("Statistics")
STATISTICS_OF = N_("Statistics: {game}")
STATISTICS_MORE = N_("From all games that came to their end here, of people and of bots. Nobody is named, and no running game counts.")
STATISTICS_NONE = N_("No game of it has come to its end here yet.")
WITH_PLAYERS = NN_("{count} player", "{count} players", "count")
GAMES_OVER = NN_("{count} game", "{count} games", "count")
LENGTH = N_("Length")
DECISIONS = N_("Decisions")
MINUTES = N_("Minutes, without a clock")
MIDDLE_HALF = N_("Middle half")
MEDIAN = N_("Median")
FROM_TO = N_("From, to")
LENGTH_SAID = N_("{median}; half of all between {low} and {high}")
POINTS_BY_RANK = N_("{points} by place")
MEAN = N_("Mean")
SEATS = N_("Seats")
SEAT = N_("Seat")
WINS = N_("Share of wins")
INTERVAL = N_("95 % between")
FAIR = N_("A seat's fair share would be {share}.")
ENDS = N_("How games end")
END_CLOCK = N_("broken off, time had run out")
END_PLAYED = N_("played to the end")
END_SHARED = N_("of these, with a shared win")
MARGIN = N_("{points} between first and second")
WHAT_WINS = N_("What wins")
WHAT_WINS_MORE = N_("What winners had on average, and all others.")
WINNERS = N_("Winners")
OTHERS = N_("Others")
FINAL_SCORING = N_("{points} from the final scoring")
COUNTERS = N_("In the end")
POINTS_PLOT = N_("{points} by place, from the least to the most; the box is the middle half, the line in it the median")
SEATS_PLOT = N_("Share of wins by seat, with the 95 % interval; the dashed line is an even share")

# A profile --------------------------------------------------------------------------------------------------------------------------

FAVOURITES = N_("Favourite games")
GAME = N_("Game")
ON_AVERAGE = N_("Average place")
PLACE_OF = N_("place {place} of {of}")
