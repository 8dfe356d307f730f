// Runs the S3 server in a thread of its own, so that it does not slow down the simulated students.

import { parentPort } from 'node:worker_threads';
import { TestS3Server } from '#server/test/s3-server.ts';

const server = await new TestS3Server().start();
parentPort?.postMessage(server.filesUrl);
