// Loaded by `node --import` before a test portal. Makes password hashes cheap without a setting.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
syncBuiltinESMExports();
