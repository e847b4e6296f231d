import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectMp3 } from '../../server/src/features/media/index.ts'

/** An mp3 that an encoder has made. */
export interface Recording {
  /** The encoder and what it was told. */
  name: string
  path: string
  /** As we find it, and as ffmpeg decodes it. */
  measuredSeconds: number
  decodedSeconds: number
}

/** What the recordings need and this machine doesn't have. */
export function missingEncoders(): string[] {
  return ['lame', 'ffmpeg'].filter((program) => spawnSync(program, ['-version']).error !== undefined)
}

/** In kHz: MPEG 2.5, MPEG 2 and MPEG 1, three of each. */
const ratesKhz = [8, 11.025, 12, 16, 22.05, 24, 32, 44.1, 48]

type Arguments = readonly string[]

/** What lame is told, by rate, channels and the way it spends its bits; `-t` leaves its own first frame out. */
function lameVariants(): Arguments[] {
  const byRate = ratesKhz.flatMap((khz) =>
    ['j', 'm'].flatMap((mode) => {
      const at = ['--resample', `${khz}`, '-m', mode]
      const constant = ['-b', khz < 32 ? '32' : '64']
      return [constant, ['-V', '4'], ['--abr', '40']].flatMap((bits) => [
        [...at, ...bits],
        [...at, ...bits, '-t'],
      ])
    }),
  )
  const title = ['--tt', 'Week of November 17']
  return [
    ...byRate,
    ['-b', '320'],
    ['-p', '-b', '128'],
    ['--nores', '-b', '128'],
    ['--id3v1-only', ...title],
    ['--id3v2-only', ...title, '--ti', 'cover.png'],
    ['--add-id3v2', '--pad-id3v2', ...title],
  ]
}

function ffmpegVariants(): Arguments[] {
  return [
    ...ratesKhz.map((khz) => ['-ar', `${khz * 1_000}`]),
    ['-q:a', '4'],
    ['-q:a', '4', '-write_xing', '0'],
    ['-write_xing', '0'],
    ['-write_id3v1', '1', '-metadata', 'title=Week of November 17'],
    ['-id3v2_version', '4', '-metadata', 'title=Week of November 17'],
    ['-i', 'cover.png', '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
  ]
}

/** Makes a recording with each of them, of a tone of 7.3 seconds, and a picture of some hundred kilobytes where one is asked for. */
export async function makeRecordings(): Promise<{ recordings: Recording[]; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-recordings-'))
  const run = (program: string, args: Arguments) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 })
  const ffmpeg = (...args: Arguments) => run('ffmpeg', ['-v', 'error', '-y', ...args])
  ffmpeg('-f', 'lavfi', '-i', 'sine=f=330:d=7.3,tremolo=f=3', '-ar', '44100', '-ac', '2', 'voice.wav')
  // Noise packs badly, as a photograph does.
  ffmpeg('-f', 'lavfi', '-i', 'nullsrc=s=300x300,noise=alls=100', '-frames:v', '1', 'cover.png')

  const recordings: Recording[] = []
  async function add(encoder: string, args: Arguments, make: (file: string) => unknown) {
    const file = `${recordings.length}.mp3`
    make(file)
    const { durationSeconds: measuredSeconds, sampleRateHz } = await inspectMp3(join(folder, file))
    const decoded = ffmpeg('-i', file, '-map', '0:a', '-ac', '1', '-f', 's16le', '-')
    recordings.push({
      name: [encoder, ...args].join(' '),
      path: join(folder, file),
      measuredSeconds,
      decodedSeconds: decoded.length / 2 / sampleRateHz,
    })
  }
  for (const args of lameVariants())
    await add('lame', args, (file) => run('lame', ['--quiet', ...args, 'voice.wav', file]))
  for (const args of ffmpegVariants())
    await add('ffmpeg', args, (file) => ffmpeg('-i', 'voice.wav', ...args, file))
  return { recordings, remove: () => rm(folder, { recursive: true, force: true }) }
}
