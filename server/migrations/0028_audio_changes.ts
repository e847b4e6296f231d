import { type Kysely, sql } from 'kysely'

/**
 * Readings are changed, copied and deleted: the files that no reading holds (any more), so that each of them is removed in
 * the end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table loose_recordings (
      id integer generated always as identity primary key,
      tenant_id integer not null references tenants (id),
      audio_id integer,
      file_name text not null,
      file_key text not null,
      loose_since timestamptz not null default now(),
      foreign key (tenant_id, audio_id) references audios (tenant_id, id)
    );
    create index loose_recordings_audio on loose_recordings (audio_id) where audio_id is not null;
    create index loose_recordings_due on loose_recordings (loose_since);

    -- Copies share a file: whether one still needs it is asked before it goes.
    create index audios_file on audios (file_key);
  `.execute(db)
}
