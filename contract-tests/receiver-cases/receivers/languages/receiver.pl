# A receiver in Perl's core modules, one connection at a time. It prints its port, answers POST, and GET with how often it has acted.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);
use IO::Socket::INET;

$| = 1;
my $secret = $ENV{WEBHOOK_SECRET};
my %seen;
my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 64) or die $!;
print $server->sockport, "\n";

while (my $client = $server->accept) {
    binmode $client;
    my ($method, %header) = ('');
    if (defined(my $first = <$client>)) { ($method) = split ' ', $first }
    while (defined(my $line = <$client>)) {
        $line =~ s/\r?\n\z//;
        last if $line eq '';
        $header{lc $1} = $2 if $line =~ /\A([^:]+):\s*(.*?)\s*\z/;
    }
    my $body = '';
    my $length = $header{'content-length'} // 0;
    while (length $body < $length) { read($client, $body, $length - length $body, length $body) or last }
    my ($status, $text) = $method eq 'GET' ? (200, '{"count":' . keys(%seen) . '}') : take($header{'service-signature'} // '', $body);
    print $client "HTTP/1.1 $status Whatever\r\nContent-Length: " . length($text) . "\r\nConnection: close\r\n\r\n$text";
    close $client;
}

sub take {
    my ($signature, $body) = @_;
    return (401, 'no') unless is_signed($signature, $body);
    my ($id) = $body =~ /"delivery_id"\s*:\s*"([^"]*)"/ or return (400, 'no webhook');
    $seen{$id} = 1;
    return (200, 'ok');
}

sub is_signed {
    my ($signature, $body) = @_;
    my ($t, $rest) = $signature =~ /\At=([0-9]+)((?:,[a-z0-9]+=[^,]*)+)\z/ or return 0;
    return 0 if abs(time - $t) > 300;
    my $expected = hmac_sha256_hex("$t.$body", $secret);
    return scalar grep { is_equal($_, $expected) } $rest =~ /,v1=([^,]*)/g;
}

# Every letter is compared, whatever was found before.
sub is_equal {
    my ($left, $right) = @_;
    return 0 if length $left != length $right;
    my $difference = 0;
    $difference |= ord(substr $left, $_, 1) ^ ord(substr $right, $_, 1) for 0 .. length($left) - 1;
    return $difference == 0;
}
