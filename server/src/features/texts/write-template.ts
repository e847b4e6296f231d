import { limits } from '@almanac/contract/limits'
import type { Bytes } from '../../platform/http/bind.ts'
import { readPresent } from '../../platform/present.ts'
import { formatLocal } from '../../platform/zoned-time.ts'
import { listCategoryNames } from '../categories/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import type { TextDeps } from './add-short-texts.ts'

const DAY_MS = 86_400_000

/**
 * A bulk file to start from: how it is written, and an example for each of the tenant's categories on a day after the
 * schedule delay. It can be uploaded as it is.
 * @throws DomainError `not_found` for an unknown tenant.
 */
export async function writeTemplate(
  { db: { reader }, config }: TextDeps,
  customerId: number,
): Promise<Bytes> {
  const { id, url, companyName, timeZone } = await requireTenantById(reader, customerId)
  const earliest = (await readPresent(reader)).getTime() + config.SCHEDULE_DELAY_MINUTES * 60_000
  const day = formatLocal(new Date(earliest + DAY_MS), timeZone).slice(0, 10)
  const categories = await listCategoryNames(reader, id)
  const lines = [
    `# Short texts of ${companyName}, one a line:`,
    '# Category | Message name | YYYY-MM-DD HH:mm | Text',
    '#',
    `# Times are those of ${timeZone}, and lie more than ${config.SCHEDULE_DELAY_MINUTES} minutes ahead.`,
    `# A text has 2 to ${limits.shortTextMaxCharacters} characters, and a file ${limits.bulkTextMaxRecords.toLocaleString('en-US')} texts at the most.`,
    '# A tab may stand in the place of |. Lines that begin with # are not read.',
    '# The texts below are examples, one for each category: put your own in their place.',
    '#',
    ...categories.map(({ name }) => exampleOf(name, day)),
    '',
  ]
  return {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${url}-short-texts.txt"`,
      'cache-control': 'private, no-store',
    },
    body: Buffer.from(lines.join('\r\n')),
  }
}

/** A name that has a bar in it is told from the next part by tabs. */
function exampleOf(category: string, day: string): string {
  const separator = category.includes('|') ? '\t' : ' | '
  return [category, 'Morning note', `${day} 09:00`, `Take an hour for yourself today, ${category}.`].join(
    separator,
  )
}
