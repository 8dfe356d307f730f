import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { PortalContent } from './content/content.ts';
import type { Db } from './db/tables.ts';
import type { Mailer } from './mail/mailer.ts';
import type { FileStore } from './storage/file-store.ts';

/** Dependencies of all operations. Operations must not read the clock or the environment directly. */
export type Services = {
  db: Db;
  files: FileStore;
  mail: Mailer;
  clock: () => Date;
  config: Config;
  content: PortalContent;
  log: FastifyBaseLogger;
};
