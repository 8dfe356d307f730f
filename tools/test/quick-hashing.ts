// Loaded by `node --import` before a portal that only tests talk to: nobody's real password is hashed there, and hundreds
// of people log in. It changes Node's own function, so that the portal has no setting by which hashing could become cheap.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
syncBuiltinESMExports();
