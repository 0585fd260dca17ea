#!/bin/sh
# The main job with curl: upload the inputs, submit one job of each of the seven kinds, poll its status_url, download the
# result. Then a job that fails and is refunded, and the books: what was charged is what the balance went down by.
#
#   UNDERSTUDY_URL=... UNDERSTUDY_API_KEY=... sh docs/examples/main-job.sh [FOLDER]
#
# The results are written to FOLDER (default: results). It needs curl, and node to read JSON.
set -eu
: "${UNDERSTUDY_URL:?set it to the base URL, which ends with /api/v1}"
: "${UNDERSTUDY_API_KEY:?set it to the API key}"

folder=${1:-results}
media=$(dirname "$0")/../../fixtures/media
origin=$(printf '%s' "$UNDERSTUDY_URL" | sed -E 's#^(https?://[^/]+).*#\1#')
run=$(date +%s)-$$
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "main-job: $*" >&2
  exit 1
}

# json EXPRESSION: evaluates it with the JSON of standard input as `it`.
json() {
  node -e 'const it = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(String(eval(process.argv[1])))' "$1"
}

# call CURL-ARGUMENTS: an authenticated call; prints the body. 429 means slow down: it waits longer each time.
call() {
  for pause in 1 2 4 8 16 32 none; do
    code=$(curl -sS -o "$work/body" -w '%{http_code}' -H "Authorization: Bearer $UNDERSTUDY_API_KEY" "$@")
    case $code in
      2??)
        cat "$work/body"
        return
        ;;
      429) [ "$pause" = none ] || sleep "$pause" ;;
      *) break ;;
    esac
  done
  fail "HTTP $code for $*: $(cat "$work/body")"
}

# upload FILE TYPE: prints the file_key.
upload() {
  body=$(call -F "file=@$media/$1;type=$2" "$UNDERSTUDY_URL/uploads") || exit 1
  printf '%s' "$body" | json it.file_key
}

# submit ENDPOINT NAME BODY: prints the status_url. With the key, repeating the call would give the same job again.
submit() {
  body=$(call "$UNDERSTUDY_URL/$1" -H 'Content-Type: application/json' -H "Idempotency-Key: $run-$2" -d "$3") || exit 1
  printf '%s' "$body" | json it.status_url
}

# finish STATUS_URL: polls until the job has ended; prints its status, its charge and its link, and keeps it in $work/job.
finish() {
  tries=0
  while :; do
    call "$origin$1" >"$work/job"
    ending=$(json '`${it.status} ${it.charged_usd} ${it.output_url ?? it.error?.code}`' <"$work/job")
    case $ending in
      succeeded* | failed*)
        echo "$ending"
        return
        ;;
    esac
    tries=$((tries + 1))
    [ "$tries" -lt 120 ] || fail "$1 has not ended after two minutes"
    sleep 1
  done
}

# books FILE: keeps the balance in $work/FILE, and prints it with records of use.
books() {
  call "$UNDERSTUDY_URL/balance" >"$work/$1"
  call "$UNDERSTUDY_URL/usage?limit=8" >"$work/usage"
  echo "balance $1: $(json it.balance_usd <"$work/$1") USD; usage:"
  json 'it.map((use) => `  ${use.endpoint}  ${use.status}  ${use.charged_usd} USD`).join("\n") || "  none"' <"$work/usage"
}

mkdir -p "$folder"
books before

video=$(upload clip.mp4 video/mp4)
portrait=$(upload portrait.png image/png)
face=$(upload face.jpg image/jpeg)
speech=$(upload speech.mp3 audio/mpeg)
voice=$(upload voice.wav audio/wav)
for key in "$video" "$portrait" "$face" "$speech" "$voice"; do
  case $key in '' | undefined) fail 'an upload gave no file_key' ;; esac
done

# All are submitted first: they render side by side.
: >"$work/jobs"
start() {
  status_url=$(submit "$1" "$1" "$3")
  echo "$status_url $1.$2" >>"$work/jobs"
}
start character-swap mp4 "{\"video_key\":\"$video\",\"character_key\":\"$portrait\",\"resolution\":\"1k\"}"
start face-swap mp4 "{\"video_key\":\"$video\",\"face_key\":\"$face\",\"output_resolution_p\":480}"
start face-swap-image png "{\"image_key\":\"$portrait\",\"face_key\":\"$face\"}"
start motion-control mp4 "{\"image_key\":\"$portrait\",\"motion_video_key\":\"$video\"}"
start avatar mp4 "{\"image_key\":\"$portrait\",\"script\":\"Good morning, and welcome.\"}"
start lip-sync mp4 "{\"video_key\":\"$video\",\"audio_key\":\"$speech\"}"
start voice-clone wav "{\"voice_key\":\"$voice\",\"script\":\"This is my voice, more or less.\"}"
bad=$(submit voice-clone refunded "{\"voice_key\":\"$voice\",\"script\":\"magic_processing_failed\"}")

charges=''
while read -r status_url name; do
  ending=$(finish "$status_url")
  # Its words: status, charge, link.
  set -- $ending
  [ "$1" = succeeded ] || fail "$name: $(cat "$work/job")"
  # The link is signed: the key is not sent along.
  curl -sS -f -o "$folder/$name" "$3" || fail "no download for $name"
  [ -s "$folder/$name" ] || fail "$folder/$name is empty"
  charges="$charges${charges:+,}$2"
  echo "$folder/$name  $2 USD"
done <"$work/jobs"

finish "$bad" >"$work/ending"
[ "$(json '`${it.status} ${it.error?.code}`' <"$work/job")" = 'failed processing_failed' ] ||
  fail "the job that had to fail and be refunded: $(cat "$work/job")"

books after

# In millionths of a dollar, since sums of fractions are not exact.
micros() {
  json 'Math.round(it.balance_usd * 1e6)' <"$work/$1"
}
charged=$(echo "[$charges]" | json 'it.reduce((sum, usd) => sum + Math.round(usd * 1e6), 0)')
# It tells of the refund too: the failed job's own charged_usd may be what was paid back.
spent=$(($(micros before) - $(micros after)))
[ "$charged" -gt 0 ] && [ "$spent" -eq "$charged" ] ||
  fail "the jobs were charged $charged millionths of a dollar, but the balance went down by $spent"
echo 'voice-clone failed as asked, refunded'
echo "The books add up: $charged millionths of a dollar were charged."
