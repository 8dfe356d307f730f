// Implements `npm run admin`: helps operators of the server, for example if no admin can log in.

import { findLatestMigration, hasDatabase, withDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { migrationNames } from '#server/db/migrate.ts';
import {
  confirmAccount,
  endAllSessions,
  endSessions,
  listAdmins,
  listSessions,
  resetAdminPassword,
} from '#server/users/admin-commands.ts';

const usage = `Usage:
  npm run admin -- list                    admins, and when they were last seen
  npm run admin -- reset-password EMAIL    a one-time password for an admin; unblocks them and ends their sessions
  npm run admin -- confirm EMAIL           confirms an account, which gets a one-time password; its sessions end
  npm run admin -- sessions [EMAIL]        open sessions
  npm run admin -- end-sessions EMAIL      ends the sessions of an account
  npm run admin -- end-sessions --all      ends all sessions`;

process.umask(0o077);

function printOneTimePassword(
  email: string,
  { password, endsAt }: { password: string; endsAt: Date },
) {
  console.log(`One-time password of ${email}: ${password}`);
  console.log(`Log in and change it before ${endsAt.toISOString().slice(0, 10)}.`);
}

try {
  const [command, argument] = process.argv.slice(2);
  const config = readConfig(process.env);
  if (!hasDatabase(config)) throw new Error(`There is no portal in ${config.dataDir}.`);
  await withDatabase(config, async (db) => {
    if ((await findLatestMigration(db)) !== migrationNames.at(-1)) {
      throw new Error('The database is not up to date: start the portal once.');
    }
    const services = { db, clock: () => new Date() };
    if (command === 'list') console.table(await listAdmins(db));
    else if (command === 'sessions') console.table(await listSessions(db, argument));
    else if (command === 'end-sessions' && argument === '--all') {
      console.log(`${await endAllSessions(services)} sessions have ended.`);
    } else if (argument === undefined) throw new Error(usage);
    else if (command === 'reset-password') {
      printOneTimePassword(argument, await resetAdminPassword(services, argument));
    } else if (command === 'confirm') {
      printOneTimePassword(argument, await confirmAccount(services, argument));
    } else if (command === 'end-sessions') {
      await endSessions(services, argument);
      console.log(`All sessions of ${argument} have ended.`);
    } else throw new Error(usage);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
