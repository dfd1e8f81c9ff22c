"""A team on three machines that Patroni and etcd keep alive, while machines, disks and cables fail.

The parts of it: `machines` has the machines and the cables between them, `cluster` what runs on them,
`events` what happens to them, `team` the people and what they were told, `rounds` a round of all this.
The checker is that of `chaos.ledger`: many people edit the same rows.
"""

from failover.rounds import PARTS
