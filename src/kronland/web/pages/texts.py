"""All words of the pages; templates name them `T.NAME`. The German for them is in `words/de.po`."""

from __future__ import annotations

from kronland.core.words import N_, NN_

# Everywhere -------------------------------------------------------------------------------------------------------------------------

SKIP = N_("Skip to the page")
NAV = N_("Main")
RULES = N_("Rules")
SETTINGS = N_("Settings")
LANGUAGE = N_("Language")
SAVE = N_("Save")
CANCEL = N_("Cancel")
GO = N_("Go")
YOU = N_("you")
FOOT = N_("Kronland is free software under the MIT licence. All words and pictures are its own.")
RECONNECTING = N_("The connection is lost. Trying again …")

# Bots ------------------------------------------------------------------------------------------------------------------------------

LEVELS = {
    "page": (N_("page"), N_("plays on a whim")),
    "squire": (N_("squire"), N_("thinks one step ahead")),
    "knight": (N_("knight"), N_("looks ahead")),
    "king": (N_("king"), N_("looks far ahead")),
}
LEVEL = N_("Strength of the bot")
PERCENT = N_("{number}%")

# Home -------------------------------------------------------------------------------------------------------------------------------

LEAD = N_("Draw your borders. Hold your land. Be crowned.")
LEAD_MORE = N_("Play against bots at once, with friends by a link, or together at one screen. No registration.")
PLAY_NOW = N_("Play now")
PLAY_NOW_HINT = N_("you against bots, at once")
NEW_TABLE = N_("New table")
READ_RULES = N_("Rules")
PLAYERS_RANGE = N_("{least} to {most} players")
PLAYERS_ALWAYS = N_("{least} players")
MINUTES = N_("about {minutes} minutes")
MY_TABLES = N_("Your tables")
OPEN_TABLES = N_("Open tables to join")
WATCH_TABLES = N_("Tables to watch")
YOUR_TURN = N_("Your turn")
TURN_OF = N_("{player} to decide")
STAGE_WAITING = N_("waiting for players")
STAGE_OVER = N_("finished")
CONTINUE = N_("Open")
WATCH = N_("Watch")
JOIN = N_("Join")
PREPARING = N_("The rules are being prepared: step {done} of {total}.")
PREPARING_WAITS = N_("The rules will be prepared as soon as the others are done.")
PREPARING_FAILED = N_("The rules could not be prepared. The server's log says why.")
IMPORT = N_("Import a record")

# A new table ------------------------------------------------------------------------------------------------------------------------

NEW_TABLE_OF = N_("New table: {game}")
WHICH_GAME = N_("Which game?")
OPTIONS = N_("Options")
RULE = N_("Rule {rule}")
NOT_FOR = N_("not with {players} players")
SEATS = N_("Seats")
SEAT = N_("Seat {number}")
KIND_ME = N_("me")
KIND_OPEN = N_("a friend, by a link")
KIND_GUEST = N_("another person at this screen")
KIND_BOT = N_("bot: {level}")
KIND_NONE = N_("stays empty")
NAME = N_("Name for this seat")
YOUR_NAME = N_("Your name")
SHUFFLE = N_("Draw lots for seats and colours")
PUBLIC = N_("Show this table on the home page, so that anyone may join or watch")
PACE = N_("Pace of the bots")
PACE_ATONCE = N_("at once")
PACE_BRISK = N_("brisk")
PACE_CALM = N_("easy to follow")
PACE_SLOW = N_("slow")
HINTS = N_("Hints")
HINTS_USUAL = N_("for whoever plays against bots alone")
HINTS_YES = N_("for everyone; all see how many somebody has taken")
HINTS_NO = N_("for nobody")
OPEN_TABLE = N_("Open the table")
COLOUR_NOTE = N_("The colours go with the seats, in this order.")

# The table --------------------------------------------------------------------------------------------------------------------------

PICTURE = N_("The board")
PLAYERS_HERE = N_("The players")
WATCHING = N_("You are watching. You see what is open to everyone.")
EYES_OF = N_("You see the table as {player}.")
BOT_NOTE = N_("bot, {level}")
AT_THIS_SCREEN = N_("at this screen")
AWAY = N_("away")
OPEN_SEAT = N_("open seat")
DECIDES = N_("decides")
THINKS = N_("is thinking")
POINTS = NN_("{points} point", "{points} points", "points")
HINT = N_("Point at something to read what it does.")
CHOICES = N_("Choices")
CHOICES_COUNT = NN_("{count} choice as a button", "All {count} choices as buttons", "count")
COMMAND = N_("Command")
UNDO = N_("Take back")
REDO = N_("Do again")
RESET = N_("Take back the whole turn")
CONFIRM_ASK = N_("This cannot be taken back. Do it?")
CONFIRM = N_("Yes, it counts")
STALE = N_("Somebody was faster: this is the position now.")
SCORES = N_("{points} for {player}")
SCORES_YOU = N_("{points} for you")
ADVISE = N_("Hint")
ADVISE_MORE = N_("What would the strongest bot do?")
ADVICE = N_("The strongest bot would do this")
ADVICE_COLUMN = N_("and expects this share of the win")
ADVICE_SHARE = N_("expected share of the win: {share}")
ADVICE_THINKING = N_("The strongest bot is thinking about your position. You can go on meanwhile.")
HINTS_TAKEN = NN_("{count} hint", "{count} hints", "count")
LOG = N_("Log")
WHOLE_LOG = N_("The whole log, with every position")
CHAT = N_("Chat")
CHAT_EMPTY = N_("Nobody has said anything yet.")
CHAT_SAY = N_("Say something")
SEND = N_("Send")
TEXT_VIEW = N_("The position in words")
KEYS = N_("Keys")
KEYS_TARGETS = N_("Tab to the board, arrow keys from target to target, Enter to choose")
KEYS_COMMAND = N_("/ to the command box")
KEYS_UNDO = N_("u to take back, r to do again")
KEYS_DONE = N_("f to finish, where that can be chosen")
KEYS_ADVISE = N_("h for a hint")
KEYS_REPLAY = N_("Left and right through the positions, Home and End to the first and the last")

# Waiting, links, seats --------------------------------------------------------------------------------------------------------------

WAITING_TITLE = N_("The table is set")
WAITING_MORE = N_("The game begins when every seat is taken, and the cards are dealt then.")
WAITING_SHARE = N_("Send each friend the link of a seat; it can be used once.")
START_NOW = N_("Begin now, bots take the open seats")
SHARE = N_("Links")
SHARE_MORE = N_("Whoever opens the link of a seat plays there; the watch link shows only what is open to everyone.")
MAKE_LINK_SEAT = N_("Link for {player}")
MAKE_LINK_OWN = N_("Link to go on from another device")
MAKE_LINK_WATCH = N_("Watch link")
REVOKE = N_("Revoke")
REVOKE_SEAT = N_("Revoke the links of {player}")
REVOKE_WATCH = N_("Revoke watch links")
REVOKED = N_("The old links do not work any more.")
THE_LINK = N_("The link, shown only this once:")
COPY = N_("Copy")
COPIED = N_("Copied")
GIVE_TO_BOT = N_("Let a bot play for {player}")
TAKE_BACK_SEAT = N_("Play again for {player}")
PLAYED_BY_BOT = N_("a bot is playing, {level}")
LINK_SEAT = N_("You are invited")
LINK_SEAT_MORE = N_("A seat is kept for you at a table of {game}.")
LINK_WATCH = N_("You may watch")
LINK_WATCH_MORE = N_("At a table of {game}. You will see what is open to everyone.")
SIT_DOWN = N_("Sit down")
LINK_CLAIMED = N_("Somebody plays here already: on this or another device you go on with the same seat.")

# Several people at one screen -------------------------------------------------------------------------------------------------------

CURTAIN = N_("Hand over to {player}")
CURTAIN_MORE = N_("What {player} holds is hidden until {player} takes the seat.")
CURTAIN_GO = N_("I am {player}, show my cards")

# The guide --------------------------------------------------------------------------------------------------------------------------

GUIDE = N_("First time")
GUIDE_GOT_IT = N_("Understood")
GUIDE_OFF = N_("Switch the guide off")

# Replay and the end -----------------------------------------------------------------------------------------------------------------

REPLAY = N_("Replay")
POSITION_OF = N_("Position {number} of {total}")
FIRST = N_("First position")
PREVIOUS = N_("One back")
NEXT = N_("One on")
LAST = N_("Last position")
BACK_TO_TABLE = N_("Back to the table")
EYES = N_("Seen by")
EYES_EVERYONE = N_("everyone")
PLAY_ON = N_("Play on from here")
SHOW = N_("Show")
RANK = N_("Rank")
PLAYER = N_("Player")
POINTS_HEAD = N_("Points")
WINS = N_("{player} wins")
WIN_SHARED = N_("{players} share the victory")
SCORING = N_("How it was scored")
SCORING_BEFORE = N_("Before the final scoring")
SCORING_TOTAL = N_("Total")
SCORING_LINES = N_("Every step in words")
REMATCH = N_("Rematch")
ANALYSIS = N_("Analysis")
EXPORT = N_("Save the record")
OUTDATED_RECORD = N_("Its record can be kept: an older Kronland replays it.")
FAIR = N_("Fair shuffle")
FAIR_MORE = N_(
    "A hash of the seed, fixed before the first move. The record tells seed and salt when the game is over, so anyone can check it."
)

# The analysis of a finished game -----------------------------------------------------------------------------------------------------

ANALYSIS_OF = N_("Analysis: {game}")
ANALYSIS_MORE = N_("What each player could expect of the win at every moment of the game, as a bot sees it.")
ANALYSIS_WORKING = N_("The game is being analysed: step {done} of {total}.")
ANALYSIS_WAITS = N_("The game will be analysed as soon as others are done.")
ANALYSIS_FAILED = N_("This game could not be analysed. The server's log says why.")
GRAPH = N_("The expected share of the win of each player over the game")
GRAPH_DECISIONS = N_("decisions")
GRAPH_AT = N_("Position {number}: {shares}")
GRAPH_TABLE = N_("The graph in numbers")
POSITION = N_("Position")
PLACE_AND_SHARE = N_("place {rank}, {points}")
TURNING_POINTS = N_("The decisions that changed most")
TURNING_POINTS_NONE = N_("No single decision changed much.")
EXPECTED_SAID = N_("expected share before and after: {before}, {after}")
BOT_SAME = N_("The bot would have done the same.")
BOT_ALIKE = N_("The bot would have chosen this, which is about as good: {action}.")
BOT_BETTER = N_(
    "The bot would have chosen this: {action}. "
    "With what {player} knew, it expected {best} of the win from it, and {share} from the choice made."
)
SHOW_POSITION = N_("Show the position")
ANALYSIS_HOW = N_(
    "The graph values every position as it was, with all that was hidden. A decision is judged by a search with no more than its player "
    "knew then, so that bad luck is not taken for a bad choice. Both are a bot's opinion and not the truth."
)

# Import, settings, rules, errors ----------------------------------------------------------------------------------------------------

IMPORT_MORE = N_("Paste a record, or choose its file. A finished game can be replayed; a running one goes on from where it stands.")
IMPORT_FILE = N_("File")
IMPORT_TEXT = N_("Record")
IMPORT_GO = N_("Open the record")
IMPORT_BIG = N_("The record is too large; up to {most} KiB are taken.")
IMPORT_NOTHING = N_("Choose a file or paste a record.")
SETTINGS_MORE = N_("They are kept in this browser; nothing is needed to play.")
PREFERENCES = N_("Preferences")
PREF_CONFIRM = N_("Ask before what cannot be taken back")
PREF_LEVEL = N_("The bots I play against")
PREF_SOUND = N_("A sound when it is my turn")
PREF_NOTIFY = N_("A notification when it is my turn and the page is hidden")
PREF_GUIDE = N_("First-game guide: explain each decision the first time")
GUIDE_AGAIN = N_("Explain everything again")
SAVED = N_("Saved.")
RULES_OF = N_("{game}: the rules")
CONTENTS = N_("Contents")
RECONSTRUCTION = N_("What is our reconstruction")
FIGURE_MIDDLE = N_("In the middle of a game")
ERROR = N_("That did not work")
ERROR_404 = N_("There is nothing here, or it is not meant for you.")
BACK_HOME = N_("To the home page")
NO_SUCH_GAME = N_("There is no such game.")
NO_SUCH_LANGUAGE = N_("There is no such language.")
NOT_A_NUMBER = N_("A whole number is expected for {name}.")
