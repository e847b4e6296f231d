import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PackedPage } from './packed-page.ts'

/** What the landing bundle exports; its input is plain data (see the bundle's own types). */
export interface LandingBundle {
  renderLanding(input: unknown): { html: string; styleHash: string; validUntil: Date }
  renderPlainPage(input: unknown): { html: string; styleHash: string }
}

/** The built web app as the server needs it. */
export interface WebBuild {
  /** Folder of static files. */
  folder: string
  /** The document of the single-page app. */
  appDocument: PackedPage
  /** The same for a tenant's login, with that screen's frame, styles and first scripts in it; without a policy yet. */
  loginDocument: string
  landing: LandingBundle
}

/** Loads the built web app. @throws Error naming the build command where it has not been built. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  try {
    const [appDocument, loginDocument] = await Promise.all([
      readDocument(join(folder, 'index.html')),
      readFile(join(folder, 'login.html'), 'utf8'),
    ])
    const landing = (await import(pathToFileURL(join(folder, 'landing', 'render.js')).href)) as LandingBundle
    return { folder, appDocument, loginDocument, landing }
  } catch (error) {
    throw new Error(`The web app is not built in ${folder}: run "npm run build" first.`, { cause: error })
  }
}

async function readDocument(path: string): Promise<PackedPage> {
  return new PackedPage(await readFile(path), { 'cache-control': 'no-cache' })
}
