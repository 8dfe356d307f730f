// Loaded into a test portal by `node --import`. Makes password hashing fast. The portal itself has no setting for the
// cost of hashing.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
syncBuiltinESMExports();
