import { type Kysely, sql } from 'kysely'

/** Support tickets and their answers (decision X1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tickets (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      consumer_id integer not null,
      description text not null check (char_length(description) between 1 and 1000),
      email text not null,
      status text not null default 'open' check (status in ('open', 'answered')),
      created_at timestamptz not null default now(),
      unique (tenant_id, id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create index tickets_consumer on tickets (consumer_id, id desc);
    create index tickets_tenant on tickets (tenant_id, id desc);

    create table ticket_answers (
      id integer generated always as identity primary key,
      tenant_id integer not null,
      ticket_id integer not null,
      operator_id integer not null,
      answer text not null,
      created_at timestamptz not null default now(),
      foreign key (tenant_id, ticket_id) references tickets (tenant_id, id),
      foreign key (tenant_id, operator_id) references users (tenant_id, id)
    );
  `.execute(db)
}
