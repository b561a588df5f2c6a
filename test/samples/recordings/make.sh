#!/bin/sh
# Makes the recordings of this folder, and ffprobe.json: what ffprobe says of each. Needs ffmpeg (Debian's 5.1 made those
# that are here); tests need neither. Pictures and sound of a film differ in length: which of them a figure is of, shows.
set -eu
cd "$(dirname "$0")"
rm -f ./*.mp4 ./*.mov ./*.m4a ./*.mkv ./*.webm ./*.avi ./*.mpg ./*.ts ./*.ogv ./*.oga ./*.opus ./*.mp3 ./*.wav ./*.flac ./*.aac ./*.flv ./*.wmv ./*.3gp

# NAME VIDEO-SECONDS SOUND-SECONDS OPTIONS...
film() {
  name=$1 video=$2 sound=$3
  shift 3
  ffmpeg -v error -fflags +bitexact -f lavfi -i "testsrc2=size=64x48:rate=25:duration=$video" -f lavfi -i "sine=440:duration=$sound:sample_rate=44100" \
    -map_metadata -1 -flags +bitexact "$@" -g 25 -y "$name"
}
silent() {
  name=$1 video=$2
  shift 2
  ffmpeg -v error -fflags +bitexact -f lavfi -i "testsrc2=size=64x48:rate=25:duration=$video" -map_metadata -1 -flags +bitexact "$@" -y "$name"
}
sound() {
  name=$1 sound=$2
  shift 2
  ffmpeg -v error -fflags +bitexact -f lavfi -i "sine=440:duration=$sound:sample_rate=44100" -map_metadata -1 -flags +bitexact "$@" -y "$name"
}
H264="-c:v libx264 -crf 45 -preset veryfast -pix_fmt yuv420p"

film h264-aac.mp4 1 1.5 $H264 -c:a aac -b:a 24k
film h264-aac-fragments.mp4 1 1.5 $H264 -c:a aac -b:a 24k -movflags frag_keyframe+empty_moov
film h264-short-sound.mp4 1.5 1 $H264 -c:a aac -b:a 24k
film hevc-aac.mp4 1 1.5 -c:v libx265 -crf 45 -x265-params log-level=error -tag:v hvc1 -c:a aac -b:a 24k
film av1-opus.mp4 1 1.5 -c:v libaom-av1 -crf 60 -cpu-used 8 -c:a libopus -b:a 16k
film mpeg4-mp3.mp4 1 1.5 -c:v mpeg4 -q:v 20 -c:a libmp3lame -b:a 32k
silent h264-silent.mp4 1.2 $H264
film h264-aac.mov 1 1.5 $H264 -c:a aac -b:a 24k
film prores-pcm.mov 0.4 0.6 -c:v prores_ks -profile:v 0 -c:a pcm_s16le -ar 8000
film h263-aac.3gp 1 1.5 -c:v h263 -s 128x96 -q:v 20 -c:a aac -b:a 16k -ac 1
film h264-ac3.mkv 1 1.5 $H264 -c:a ac3 -b:a 32k -ac 1
film vp9-vorbis.mkv 1 1.5 -c:v libvpx-vp9 -crf 60 -b:v 0 -c:a libvorbis -q:a 0
film vp8-opus.webm 1 1.5 -c:v libvpx -crf 60 -b:v 20k -c:a libopus -b:a 16k
film vp9-opus.webm 1 1.5 -c:v libvpx-vp9 -crf 60 -b:v 0 -c:a libopus -b:a 16k
film mpeg4-mp3.avi 1 1.5 -c:v mpeg4 -q:v 20 -c:a libmp3lame -b:a 32k
film mpeg4-mp3-22050.avi 1 1.5 -c:v mpeg4 -q:v 20 -c:a libmp3lame -b:a 32k -ar 22050
film mpeg4-mp3-vbr-16000.avi 1 0.5 -c:v mpeg4 -q:v 20 -c:a libmp3lame -q:a 9 -ar 16000
film mjpeg-pcm.avi 0.4 0.6 -c:v mjpeg -q:v 31 -c:a pcm_u8 -ar 8000
film mpeg4-ac3.avi 1 1.5 -c:v mpeg4 -q:v 20 -c:a ac3 -b:a 32k -ac 1
film mpeg2-mp2.mpg 1 1.5 -c:v mpeg2video -q:v 20 -c:a mp2 -b:a 32k -ac 1 -f mpeg
film theora-vorbis.ogv 1 1.5 -c:v libtheora -q:v 0 -c:a libvorbis -q:a 0
film flv1-mp3.flv 1 1.5 -c:v flv -q:v 20 -c:a libmp3lame -b:a 32k
film wmv2-wmav2.wmv 1 1.5 -c:v wmv2 -q:v 20 -c:a wmav2 -b:a 32k
sound aac.m4a 1.5 -c:a aac -b:a 24k
sound alac.m4a 0.5 -c:a alac -ar 8000
sound mp3.mp3 1.5 -c:a libmp3lame -b:a 32k
sound mp3-vbr.mp3 1.5 -c:a libmp3lame -q:a 9
sound pcm.wav 0.7 -c:a pcm_u8 -ar 8000
sound vorbis.oga 1.5 -c:a libvorbis -q:a 0
sound opus.opus 1.5 -c:a libopus -b:a 16k
sound flac.flac 0.4 -c:a flac -ar 8000
sound adts.aac 1.5 -c:a aac -b:a 24k

node -e '
const { execFileSync } = require("node:child_process")
const files = require("node:fs").readdirSync(".").filter((name) => !/\.(sh|json)$/.test(name)).sort()
const answers = files.map((name) => {
  const args = ["-v", "error", "-show_entries", "format=duration:stream=codec_type,codec_name,width,height,duration,start_time", "-of", "json", name]
  return [name, JSON.parse(execFileSync("ffprobe", args, { encoding: "utf8" }))]
})
for (const [, answer] of answers) {
  delete answer.programs
  for (const stream of answer.streams) delete stream.side_data_list
}
require("node:fs").writeFileSync("ffprobe.json", `${JSON.stringify(Object.fromEntries(answers), null, 2)}\n`)
'
