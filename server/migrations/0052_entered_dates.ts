import { type Kysely, sql } from 'kysely'

export const isAdding = true

/**
 * Dates that users enter lie between 2000 and 2100. Rows of older releases that lie outside broke every list they were in:
 * they move to the nearest day inside. The checks leave a day on each side for zones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update audios set
      starts_at = least(greatest(starts_at, '2000-01-01Z'), '2100-12-31Z'),
      ends_at = least(greatest(ends_at, '2000-01-01Z'), '2100-12-31Z')
      where starts_at < '1999-12-31Z' or ends_at > '2101-01-02Z' or ends_at < '1999-12-31Z' or starts_at > '2101-01-02Z';
    update short_texts set disburse_at = least(greatest(disburse_at, '2000-01-01Z'), '2100-12-31Z')
      where disburse_at < '1999-12-31Z' or disburse_at > '2101-01-02Z';
    alter table audios add constraint audios_entered
      check (starts_at >= '1999-12-31Z' and ends_at <= '2101-01-02Z');
    alter table short_texts add constraint short_texts_entered
      check (disburse_at between '1999-12-31Z' and '2101-01-02Z')
  `.execute(db)
}
