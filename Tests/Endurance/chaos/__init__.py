"""A team on a primary with a synchronous standby, while everything between them and the disk fails.

The parts of it: `cluster` has the servers, `proxies` what is between, `actors` and `sessions` the
people, `misfortunes` what happens to them, `history` what they were told and the checker of it,
`rounds` a round of all this. Nothing here knows how the program works: it knows the status and the
words of commands, what terminals show, the log, and the tables.
"""

from chaos.rounds import PARTS
