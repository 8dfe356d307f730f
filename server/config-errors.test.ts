import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

describe('readConfig', () => {
  test.each([
    ['PORT', '70000', 'must be a port from 0 to 65535'],
    ['PORT', '-1', 'must be a port from 0 to 65535'],
    ['PORT', 'http', 'must be a port from 0 to 65535'],
    ['PORT', '80.5', 'must be a port from 0 to 65535'],
    ['PROCESSES', '8', 'no longer exists: remove it, and start several instances instead'],
    ['FILES_BEFORE', 'disk', 'no longer exists: remove it, and run npm run move-files'],
    ['DATABASE_POOLER_URL', 'postgres://pooler:6432/portal', 'no longer exists'],
    ['DATABASE_URL', 'postgres://portal@db1,db2/portal', 'may name one host only'],
    ['PUBLIC_URL', 'fyp.university.edu', 'must be a URL such as https://fyp.university.edu'],
    ['PUBLIC_URL', 'ftp://fyp.university.edu', 'must be a URL'],
    ['DATABASE_URL', 'mysql://db', 'must be a URL such as postgres://'],
    ['SMTP_URL', 'mail.university.edu', 'must be a URL such as smtp://'],
    ['SMTP_URL', 'smtp://mail.university.edu/path', 'may end in ?tls=required or ?tls=off'],
    ['SMTP_URL', 'smtp://mail.university.edu?tls=maybe', 'may end in ?tls=required or ?tls=off'],
    ['SMTP_URL', 'smtp://mail.university.edu?pool=true', 'may end in ?tls=required or ?tls=off'],
    ['FILES_URL', 'https://s3.university.edu/files', 'must be disk, or a URL such as s3://'],
    ['FILES_URL', 's3://bucket/folder', 'must be disk, or a URL such as s3://'],
    ['FILES_URL', 's3://bucket?acl=public', 'must be disk, or a URL such as s3://'],
    [
      'FILES_URL',
      's3://key:secret@bucket',
      'contains a password: set AWS_SECRET_ACCESS_KEY instead',
    ],
    ['FILES_URL', 's3://bucket?endpoint=s3.edu', 'has the parameter endpoint, which must be a URL'],
    [
      'FILES_URL',
      's3://bucket?downloads=yes',
      'has the parameter downloads, which must be portal or direct',
    ],
    ['FILES_URL', 's3://bucket', 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    ['BACKUP_TO', 'backups', 'must be a path such as /var/backups/fyp-portal, or a URL such as'],
    ['BACKUP_TO', 'disk', 'must be a path such as /'],
    ['BACKUP_TO', 's4://bucket', 'must be a path such as /'],
    ['BACKUP_TO', 's3://bucket/folder', 'must be a path such as /'],
    ['BACKUP_TO', 's3://key:secret@bucket', 'contains a password'],
    ['BACKUP_TO', 's3://bucket', 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    ['BACKUP_TO', resolve('data'), 'must be outside DATA_DIR'],
    ['BACKUP_TO', resolve('data/../data/backups'), 'must be outside DATA_DIR'],
    ['BACKUP_AT', '24:00', 'must be a local time from 00:00 to 23:59'],
    ['BACKUP_AT', '2', 'must be a local time'],
    ['BACKUP_AT', '02:00', 'needs BACKUP_TO'],
    ['KEEP_BACKUPS', '14', 'must be a number of days, and optionally of weeks and months'],
    ['KEEP_BACKUPS', '0d', 'must be a number of days'],
    ['KEEP_BACKUPS', '7d,6m,4w', 'must be a number of days'],
    ['KEEP_BACKUPS', '7d', 'needs BACKUP_TO'],
    ['MAIL_FROM', 'FYP Portal', 'must be one sender such as FYP Portal <'],
    ['MAIL_FROM', 'FYP Portal <portal>', 'must be one sender'],
    ['MAIL_FROM', 'a@b.edu, c@d.edu', 'must be one sender'],
    ['MAIL_FROM', 'portal@univ ersity.edu', 'must be one sender'],
    ['MAIL_FROM', 'Portal\r\nBcc: x@y.z <a@b.edu>', 'must be one sender'],
    ['TIME_ZONE', 'Asia/Nowhere', 'must be a time zone such as Asia/Karachi'],
    ['TRUST_PROXY', 'yes', 'must be on or off'],
    ['CONFIRM_EMAIL', 'maybe', 'must be on, admin or off'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none'],
    ['METRICS_TOKEN', 'fifteen-letters', 'needs 16 to 200 letters, digits or -._~+/'],
    ['METRICS_TOKEN', 'a token with blanks in it', 'needs 16 to 200 letters, digits or -._~+/'],
    ['MAX_THESIS_MB', '-1', 'must be above 0'],
    ['MAX_THESIS_MB', '50 MB', 'must be a number of megabytes'],
    ['MAX_THESIS_MB', '99999999', 'must be at most 10240'],
    ['ADMIN_EMAIL', 'admin', 'must be an email address'],
    ['ADMIN_PASSWORD', 'short', 'needs at least 8 characters'],
    ['ADMIN_PASSWORD', 'long'.repeat(33), 'may have at most 128 characters'],
  ])('rejects %s=%s with the variable’s name', (name, value, message) => {
    const admin = { ADMIN_EMAIL: 'a@b.edu', ADMIN_PASSWORD: 'a long passphrase' };
    const errors = () => readConfig({ ...(name.startsWith('ADMIN') && admin), [name]: value });
    expect(errors).toThrow('The configuration is invalid:');
    expect(errors).toThrow(`${name} ${message}`);
  });

  test.each([
    ['SMTP_URL', 'smtp://user:100%sure@mail.university.edu'],
    ['SMTP_URL', 'smtps://us%er:secret@mail.university.edu'],
    ['SMTP_URL', 'smtp://user:sec/ret@mail.university.edu'],
    ['SMTP_URL', 'smtp://user:1#secret@mail.university.edu'],
    ['DATABASE_URL', 'postgres://fyp:%e9secret@db/fyp'],
    ['DATABASE_URL', 'postgres://fyp:1/secret==@db1,db2/fyp'],
    ['PUBLIC_URL', 'https://user:secret@fyp.university.edu'],
    ['FILES_URL', 's3://bucket?endpoint=https://key:secret@s3.university.edu'],
  ])('explains the password in %s=%s without printing it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          new RegExp(`^(?!.*sec)[^]*${name} .*(percent codes.*%25|not contain|contains) .*`),
        ),
      }),
    );
  });

  test.each([
    ['SMTP_URL', 'smtp://user%40university.edu:100%25sure@mail.university.edu'],
    ['DATABASE_URL', 'postgres://db/fyp?user=fyp@server&password=secret'],
  ])('accepts the special characters in %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  test('reports all invalid variables at once', () => {
    const errors = () =>
      readConfig({ PORT: 'x', LOG_LEVEL: 'loud', MAX_CV_MB: 'x', TRUST_PROXY: 'x' });
    for (const name of ['PORT', 'LOG_LEVEL', 'MAX_CV_MB', 'TRUST_PROXY'])
      expect(errors).toThrow(`${name} must`);
  });

  test('requires ADMIN_EMAIL and ADMIN_PASSWORD to be set together', () => {
    for (const env of [{ ADMIN_EMAIL: 'a@b.edu' }, { ADMIN_PASSWORD: 'a long passphrase' }]) {
      expect(() => readConfig(env)).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
    }
  });

  test('never includes a secret in an error message', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:verysecret@db' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('verysecret') }),
    );
  });
});
