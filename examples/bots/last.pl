#!/usr/bin/env perl
# A bot in Perl: the last open action, for every game. JSON::PP comes with Perl.
#
#     harena play dawn_raid --seats You,"bot:program:perl examples/bots/last.pl"

use strict;
use warnings;
use JSON::PP;

$| = 1;    # each line goes out at once

sub say_json { print encode_json(shift), "\n" }

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    if ($message->{type} eq "game") {
        say_json({ type => "ready", name => "Last" });
    }
    elsif ($message->{type} eq "decide") {
        my $chosen = $message->{actions}[-1]{action};
        say_json({ type => "action", number => $message->{number}, action => $chosen });
    }
}
