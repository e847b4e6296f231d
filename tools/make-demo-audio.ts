/**
 * Makes the spoken recordings of the demo data, `server/demo/audio/*.mp3`, from the texts in
 * `server/demo/content/readings.ts`. The results are committed; the product never runs this.
 *
 * Needs, on Debian: `apt-get install festival festvox-us-slt-hts ffmpeg` (any recent ffmpeg with libmp3lame).
 * The voice is CMU Arctic SLT, whose licences (EST-2003, EST-2000, BSD-3-Clause) put no condition on what it says.
 *
 * Run: `npx node tools/make-demo-audio.ts [name ...]`, where a name is a file's, as in `the-open-door`.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import {
  type DemoRecording,
  MID_YEAR_READING,
  TEST_RECORDINGS,
  WEEKLY_READINGS,
  YEARLY_READING,
} from '../server/demo/content/readings.ts'

const run = promisify(execFile)
const DEMO_FOLDER = join(import.meta.dirname, '../server/demo')

/** Below 1 is slower; the voice's own pace is hurried for a reading. */
const SPEECH_RATE = 0.86
const SENTENCE_PAUSE_SECONDS = 0.3
const PARAGRAPH_PAUSE_SECONDS = 1
/** Constant, so that a byte offset is a time and seeking lands where it should. */
const BIT_RATE = '24k'
const SAMPLE_RATE_HZ = 22_050

/** Levels out the vocoder's edge: rumble off, a little body, less hiss, one loudness for all. */
const TONE =
  'highpass=f=75,equalizer=f=220:t=q:w=1:g=1.5,equalizer=f=5200:t=q:w=1.2:g=-2.5,loudnorm=I=-18:TP=-2:LRA=7'

type Piece = { readonly sentence: string; readonly pauseSeconds: number }

/** Flattens a recording to sentences, each with the silence that follows it. */
function listPieces(recording: DemoRecording): Piece[] {
  return recording.paragraphs.flatMap((sentences) =>
    sentences.map((sentence, index) => ({
      sentence,
      pauseSeconds: index === sentences.length - 1 ? PARAGRAPH_PAUSE_SECONDS : SENTENCE_PAUSE_SECONDS,
    })),
  )
}

/** A Festival program that writes each sentence to its own wave file, `0.wav` onward. */
function writeSpeechProgram(pieces: readonly Piece[], folder: string): string {
  const lines = pieces.map(({ sentence }, index) => {
    const path = join(folder, `${index}.wav`)
    return `(utt.save.wave (utt.synth (Utterance Text ${JSON.stringify(sentence)})) ${JSON.stringify(path)} 'riff)`
  })
  return [
    '(voice_cmu_us_slt_arctic_hts)',
    `(set! hts_engine_params (append hts_engine_params '(("-r" ${SPEECH_RATE}) ("-b" 0.2) ("-fm" -1.0))))`,
    ...lines,
  ].join('\n')
}

/** The ffmpeg graph that puts its silence behind each sentence and joins them all. */
function writeJoinGraph(pieces: readonly Piece[]): string {
  const padded = pieces.map(({ pauseSeconds }, index) => `[${index}]apad=pad_dur=${pauseSeconds}[p${index}]`)
  const inputs = pieces.map((_, index) => `[p${index}]`).join('')
  return `${padded.join(';')};${inputs}concat=n=${pieces.length}:v=0:a=1,${TONE}[out]`
}

async function makeRecording(recording: DemoRecording): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-audio-'))
  try {
    const pieces = listPieces(recording)
    const program = join(folder, 'speech.scm')
    await writeFile(program, writeSpeechProgram(pieces, folder))
    await run('festival', ['-b', program])
    const inputs = pieces.flatMap((_, index) => ['-i', join(folder, `${index}.wav`)])
    const graph = ['-filter_complex', writeJoinGraph(pieces), '-map', '[out]']
    const format = ['-ac', '1', '-ar', `${SAMPLE_RATE_HZ}`, '-c:a', 'libmp3lame', '-b:a', BIT_RATE]
    const tags = ['-id3v2_version', '3', '-metadata', `title=${recording.title}`]
    const target = join(DEMO_FOLDER, recording.file)
    await run('ffmpeg', ['-y', '-v', 'error', ...inputs, ...graph, ...format, ...tags, target])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const wanted = process.argv.slice(2)
const recordings: DemoRecording[] = [
  ...WEEKLY_READINGS,
  YEARLY_READING,
  MID_YEAR_READING,
  ...Object.values(TEST_RECORDINGS),
]
await mkdir(join(DEMO_FOLDER, 'audio'), { recursive: true })
for (const recording of recordings) {
  if (wanted.length > 0 && !wanted.includes(basename(recording.file, '.mp3'))) continue
  await makeRecording(recording)
  console.log(`made ${recording.file}`)
}
