import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Deps } from '../../src/deps.ts'
import { addImage, inspectMp3, makeFileKey } from '../../src/features/media/index.ts'

/** A stored recording that several readings may share. */
export interface StoredAudio {
  fileKey: string
  sizeBytes: number
  durationSeconds: number
}

/** The path of a demo file. */
export function demoPath(file: string): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url))
}

/** Stores a recording of the demo once for a tenant. */
export async function storeAudio({ files }: Deps, tenantId: number, file: string): Promise<StoredAudio> {
  const path = demoPath(file)
  const { durationSeconds } = await inspectMp3(path)
  const fileKey = makeFileKey({ tenant: String(tenantId), kind: 'audio', extension: 'mp3' })
  const { sizeBytes } = await files.put(fileKey, { path }, { contentType: 'audio/mpeg' })
  return { fileKey, sizeBytes, durationSeconds: Math.round(durationSeconds) }
}

/** Stores a picture of the demo as one that anybody may see, and answers its path. */
export async function storeImage(
  deps: Deps,
  tenant: { id: number; url: string },
  file: string,
): Promise<string> {
  const extension = file.slice(file.lastIndexOf('.') + 1)
  if (extension !== 'png' && extension !== 'svg' && extension !== 'webp')
    throw new Error(`${file} is no picture`)
  const content = await readFile(demoPath(file))
  return addImage(deps, { tenantId: tenant.id, folder: tenant.url, content, extension, isPublic: true })
}
