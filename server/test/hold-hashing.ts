import { hashedAtOnce, hashingQueue } from '#server/session/password/password.ts';

/** Takes every place at which passwords are hashed, as soon as it is its turn, until `release` is called. */
export function holdHashing(place = { purpose: 'a test', network: '' }) {
  const gate = Promise.withResolvers<void>();
  const started: Promise<void>[] = [];
  const held = Array.from({ length: hashedAtOnce }, () => {
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
