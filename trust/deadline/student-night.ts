import { setTimeout as sleep } from 'node:timers/promises';
import { uploadDocument } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';
import type { Account, Group } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import type { SeededRandom } from '#trust/lib/random.ts';
import { hashBytes, type WorkloadJournal } from '#trust/lib/workload.ts';

const MB = 1024 * 1024;
type Site = {
  urls: readonly string[];
  journal: WorkloadJournal;
  random: SeededRandom;
  report: RunReport;
};

/** Students who log in, some after typing errors, and upload. A refused request is sent again when the reply says so. */
export class StudentNight {
  readonly waitsMs = { login: [] as number[], upload: [] as number[] };
  readonly #site: Site;
  #next = 0;
  #hasEnded = false;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Makes all requests that are waiting fail. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Logs in at a random moment of the next `windowMs`, and uploads a thesis if the student has a group. */
  async spend(student: Account, at: number, group: Group | undefined, windowMs: number) {
    const { random, report } = this.#site;
    const bytes = random.whole(5, 50) * MB;
    await sleep(random.whole(0, windowMs));
    const began = performance.now();
    for (let typos = at % 3; typos > 0; typos -= 1) await this.#logIn(student, 'a typing error');
    const token = await this.#logIn(student, testUserPassword);
    this.waitsMs.login.push(performance.now() - began);
    if (!token) return report.addViolations(`locked out: ${student.email}`);
    if (!group) return;
    const sent = performance.now();
    await this.#upload(group, token, bytes);
    this.waitsMs.upload.push(performance.now() - sent);
    report.count('uploads acknowledged');
    report.count('megabytes uploaded', bytes / MB);
  }

  /** Returns the session's token, or undefined if the password is wrong. */
  #logIn({ email }: Account, password: string): Promise<string | undefined> {
    return this.#insist(async (url) => {
      try {
        return (await new ApiCaller(url).logIn(email, password)).token;
      } catch (error) {
        if (error instanceof Problem && error.code === 'wrong-credentials') return undefined;
        throw error;
      }
    });
  }

  async #upload({ groupId, student: { email } }: Group, token: string, bytes: number) {
    const { journal } = this.#site;
    const tag = journal.nextTag();
    const name = `${tag}.pdf`;
    const content = buildPdf({ title: tag, bytes });
    const places = new Map([[name, hashBytes(content)]]);
    const body = { file: toFile(content, name) };
    await this.#insist((url) =>
      journal.record({ kind: 'upload', groupId, tags: [name], places }, () =>
        new ApiCaller(url, token).call(uploadDocument, { params: { kind: 'thesis', email }, body }),
      ),
    );
  }

  /** Sends a request until it is accepted: to each instance in turn, as a proxy does, and later if it is refused. */
  async #insist<T>(send: (url: string) => Promise<T>): Promise<T> {
    const { urls, report } = this.#site;
    while (!this.#hasEnded) {
      this.#next += 1;
      try {
        return await send(urls[this.#next % urls.length] ?? '');
      } catch (error) {
        if (!(error instanceof Problem)) {
          report.count('requests of which the killed instance sent no reply');
          await sleep(100);
          continue;
        }
        if (!['too-often', 'unavailable', 'too-slow'].includes(error.code)) throw error;
        report.count(`refusals: ${error.code}`);
        // A slow request can be sent again at once.
        const retryAfter = error.code === 'too-slow' ? 1 : error.details.retryAfter;
        report.recordMax('longest Retry-After, s', retryAfter ?? 0);
        if (!retryAfter) report.addViolations(`no Retry-After: ${error.message}`);
        await sleep((retryAfter ?? 1) * 1000);
      }
    }
    throw new Error('The rehearsal has ended.');
  }
}
