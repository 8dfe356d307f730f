import { hashingQueue, maxConcurrentHashes } from '#server/session/password/password.ts';

export function occupyHashingQueue(place = { purpose: 'a test', network: '' }) {
  const gate = Promise.withResolvers<void>();
  const started: Promise<void>[] = [];
  const held = Array.from({ length: maxConcurrentHashes }, () => {
    const start = Promise.withResolvers<void>();
    started.push(start.promise);
    const work = () => {
      start.resolve();
      return gate.promise;
    };
    return hashingQueue.run(place, work, Error);
  });
  return {
    isHeld: Promise.all(started),
    release: async () => {
      gate.resolve();
      await Promise.all(held);
    },
  };
}
