// Preloaded into a test portal. Patches `crypto.argon2` to be fast, because the portal has no setting for this.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
syncBuiltinESMExports();
