"""Words of the pages of people among people; templates name them `P.NAME`. The German for them is in `words/de.po`."""

from __future__ import annotations

from kronland.core.words import N_, NN_

# Open tables ------------------------------------------------------------------------------------------------------------------------

LOBBY = N_("Open tables")
LOBBY_MORE = N_("Tables that wait for players. One click, and you sit there; the game begins when every seat is taken.")
LOBBY_ALL = N_("All open tables")
LOBBY_NOBODY = N_("No table is open just now. Make one: others see it here at once.")
LOBBY_NEWS = N_("The list has changed.")
SEATS_FREE = N_("{free} of {all} seats free")
SEATS_KEPT = NN_("{count} seat is kept for somebody", "{count} seats are kept for somebody", "count")
SINCE = N_("open since {moment}")
LANGUAGES = {"de": N_("speaks German"), "en": N_("speaks English")}
RATED = N_("rated")
NO_CLOCK = N_("no clock")
UNWATCHED = N_("Nobody else may watch")

# Invitations ------------------------------------------------------------------------------------------------------------------------

INVITED = N_("You are invited")
INVITED_BY = N_("{player} invites you")
ACCEPT = N_("Sit down")
DECLINE = N_("Decline")
ASK_HEAD = N_("Invite somebody")
ASK_MORE = N_("Only that person can take the invitation; it stands on their home page.")
ASK_KNOWN = N_("A friend, or somebody you have met")
ASK_TYPED = N_("or a sign-in name")
ASK_TYPED_LIKE = N_("like Anna-1234")
ASK = N_("Invite")
ASKED_HEAD = N_("Invited so far")
ASKED_WAITS = N_("has not answered yet")
ASKED_KEPT = N_("a seat is kept until {moment}")
ASKED_DECLINED = N_("cannot come")
WITHDRAW = N_("Withdraw")
SEAT_KEPT = N_("kept for somebody who is invited")

# Friends ----------------------------------------------------------------------------------------------------------------------------

FRIENDS = N_("Friends")
FRIENDS_MORE = N_("Who is here, and where you can sit down with them. Friends are those who have asked and those who have said yes.")
FRIENDS_YOURS = N_("Your friends")
FRIENDS_NONE = N_("Nobody yet. Ask somebody whom you have met, or type a sign-in name.")
FRIENDS_ASKING = N_("They ask to be friends")
FRIENDS_ASKED = N_("You have asked")
FRIENDS_MET = N_("People you have met")
FRIENDS_MET_MORE = N_("Those who have sat at your tables.")
FRIENDS_MUTED = N_("Muted")
FRIENDS_MUTED_MORE = N_("You read nothing that they say, and no invitation of theirs reaches you. They are not told.")
HERE_NOW = N_("here now")
OPEN_HERE = N_("open table: {game}")
BE_FRIENDS = N_("Be friends")
YES = N_("Yes")
NO = N_("No")
END_FRIENDS = N_("End it")
MUTE = N_("Mute")
UNMUTE = N_("Hear again")
BE_SEEN = N_("My friends may see when I am here")
ASK_BY_NAME = N_("Ask somebody by their sign-in name")
ASK_SILENT = N_("Whether anybody has that name is not told. Whoever has it is asked.")

# Reports ----------------------------------------------------------------------------------------------------------------------------

REPORT = N_("Report or mute somebody")
REPORT_HEAD = N_("Report somebody to the hosts")
REPORT_MORE = N_("A host reads it, with the lines of the chat that you point at. Nobody else is told who has reported what.")
REPORT_WHOM = N_("Whom, or what was said")
REPORT_NOBODY = N_("No other person sits at this table.")
REPORT_REASON = N_("Reason")
REASONS = {
    "insult": N_("insults"),
    "threat": N_("threats, or harassment"),
    "spam": N_("advertising or spam"),
    "cheating": N_("cheating"),
    "name": N_("an offensive name"),
    "other": N_("something else"),
}
REPORT_WORDS = N_("What happened, if you want to say more")
REPORT_SEND = N_("Send the report")
REPORT_SENT = N_("A host will look at it. Thank you.")
MUTE_HEAD = N_("Do not read somebody any more")
BACK_TO_TABLE = N_("Back to the table")
HIDDEN_LINE = N_("hidden by a host")
ENDED_BY_HOST = N_("A host has ended this game. It counts for nothing.")

# Conduct ----------------------------------------------------------------------------------------------------------------------------

CONDUCT = N_("How we play together")
CONDUCT_LEAD = N_("Kronland is for people who like to play with one another. That needs little:")
CONDUCT_RULES = (
    N_("Talk to others as you would at a table in your own room. No insults, no threats, no hate; nothing that pesters anybody."),
    N_("Choose a name that everybody can read without wincing, and do not pass for somebody else."),
    N_("Play to the end. If you cannot go on, hand your seat to a bot, or say so; if you need time, take a table with a clock."),
    N_("Play for yourself. In rated games nobody is told by another what to do, plays two seats, or lets another win."),
    N_("What somebody tells you at a table stays there. Ask before you pass on names, pictures or addresses."),
    N_("No advertising, and no invitations to people who do not want them."),
)
CONDUCT_WHAT = N_("If something goes wrong")
CONDUCT_STEPS = (
    N_("Mute: you read nothing more of that person, and get no invitations from them. They are not told."),
    N_("Report: on the page of the table, under “Report or mute somebody”. A host reads it."),
    N_("A host can hide what was said, change a name, end a table, and block somebody for a while or for good."),
    N_("Everything that a host does is written down, for good, and every other host can read it."),
    N_("Whoever is blocked is told why and until when, and can finish the games that are on."),
)
CONDUCT_WHO = N_("Whoever runs this server says who the hosts are. They see what is reported to them, not your hand.")

# Hosts ------------------------------------------------------------------------------------------------------------------------------

HOST = N_("For hosts")
HOST_REPORTS = N_("Reports that wait")
HOST_NO_REPORTS = N_("Nothing waits.")
HOST_DONE = N_("Reports that are done")
HOST_LOG = N_("What hosts have done")
HOST_LOG_EMPTY = N_("Nothing yet.")
HOST_FIND = N_("Find somebody")
HOST_NAME = N_("Name, sign-in name or number")
HOST_SEARCH = N_("Search")
HOST_FOUND_NONE = N_("Nobody is called that.")
HOST_PERSON = N_("Person {number}")
HOST_ACCOUNT = N_("Account: {name}")
HOST_NO_ACCOUNT = N_("without an account: whoever is blocked can come back with another browser")
HOST_SINCE = N_("here since {moment}")
HOST_IS = N_("is a host")
HOST_BLOCKED = N_("blocked for good: {reason}")
HOST_BLOCKED_UNTIL = N_("blocked until {moment}: {reason}")
HOST_NAMED = N_("A host has chosen the name; it cannot be changed by its bearer.")
HOST_TABLES = N_("Tables that wait or are played")
HOST_BY = N_("reported by {player}")
HOST_RENAME = N_("Rename")
HOST_NEW_NAME = N_("New name")
HOST_BLOCK = N_("Block")
HOST_UNBLOCK = N_("Unblock")
HOST_REASON = N_("Reason, which that person reads")
HOST_DAYS = N_("for how long")
HOST_DAY_CHOICES = {"1": N_("one day"), "7": N_("a week"), "30": N_("a month"), "365": N_("a year"), "": N_("for good")}
HOST_END = N_("End the table")
HOST_HIDE = N_("Hide the line")
HOST_SETTLE = N_("Done")
HOST_ANSWER = N_("What was decided")
HOST_WHY = N_("Reason")
HOST_COMMAND = N_("command line")
DEEDS = {
    "promote": N_("made a host"),
    "demote": N_("host no more"),
    "block": N_("blocked"),
    "unblock": N_("unblocked"),
    "rename": N_("renamed"),
    "end": N_("ended a table"),
    "hide": N_("hid a line"),
    "settle": N_("looked at report"),
}
HOST_DONE_NOW = N_("Done, and written down.")
