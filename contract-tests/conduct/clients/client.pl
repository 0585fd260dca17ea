#!/usr/bin/perl
# A client with nothing but core modules: an upload, three jobs, their results, and the balance.
#   perl client.pl BASE_URL API_KEY IMAGE
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use Time::HiRes 'sleep';

my ($base, $key, $image) = @ARGV;
my ($origin) = $base =~ m{^(https?://[^/]+)};
my $http = HTTP::Tiny->new(timeout => 30);

# Sends until there is an answer that is final. Each refusal has its own way of waiting; a broken connection (599) is tried again too.
sub call {
    my ($method, $url, $options) = @_;
    my $backoff = 0.5;
    for my $try (1 .. 8) {
        my $answer = $http->request($method, $url, { headers => { Authorization => "Bearer $key" }, %{ $options // {} } });
        return decode_json($answer->{content}) if $answer->{success};
        my $code = $answer->{status} == 599 ? 'lost' : decode_json($answer->{content})->{error}{code};
        if ($code eq 'rate_limited') { sleep $backoff; $backoff *= 2 }
        elsif ($code eq 'at_capacity') { sleep 0.3 }
        elsif ($code eq 'internal_error' || $code eq 'lost') { sleep 0.2 }
        else { die "$method $url: $answer->{status} $code\n" }
    }
    die "$method $url: no answer after eight attempts\n";
}

sub post {
    my ($path, $body, %headers) = @_;
    my %all = (Authorization => "Bearer $key", 'Content-Type' => 'application/json', %headers);
    return call('POST', "$base/$path", { headers => \%all, content => ref $body ? encode_json($body) : $body });
}

sub upload {
    my ($file) = @_;
    open my $in, '<:raw', $file or die "$file: $!";
    my $bytes = do { local $/; <$in> };
    my $edge = 'understudy-edge';
    my $head = qq(--$edge\r\nContent-Disposition: form-data; name="file"; filename="image.png"\r\nContent-Type: image/png\r\n\r\n);
    return post('uploads', "$head$bytes\r\n--$edge--\r\n", 'Content-Type' => "multipart/form-data; boundary=$edge")->{file_key};
}

# The key is made with the order: every attempt of it has the same.
sub order {
    my ($path, $body) = @_;
    my $job = post($path, $body, 'Idempotency-Key' => "order-$$-" . int(rand 1e9));
    my $shown = call('GET', "$origin$job->{status_url}");
    while ($shown->{status} !~ /^(?:succeeded|failed)$/) {
        sleep 0.3;
        $shown = call('GET', "$origin$job->{status_url}");
    }
    return $shown if $shown->{status} eq 'failed';
    my $result = $http->get($shown->{output_url});
    die "no result: $result->{status}\n" unless $result->{success};
    return { %$shown, bytes => length $result->{content} };
}

my $before = call('GET', "$base/balance")->{balance_usd};
my $file = upload($image);
my @done = (
    order('face-swap-image', { image_key => $file, face_key => $file }),
    order('avatar', { image_key => $file, script => 'Good morning.' }),
    order('avatar', { image_key => $file, script => 'magic_face_not_detected' }),
);
call('GET', "$base/usage/summary?from=2020-01-01");
my $after = call('GET', "$base/balance")->{balance_usd};
printf "%s\n", join ' ', map { $_->{status} } @done;
die "nothing was spent\n" unless $after < $before;
