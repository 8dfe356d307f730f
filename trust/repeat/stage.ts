import { updateGroup } from '#contract/admin.ts';
import type { Role } from '#contract/endpoint.ts';
import { submitProposal } from '#contract/proposals.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { Caller } from '#tools/test/caller.ts';
import { aProposal, password } from '#tools/test/people.ts';
import { type AddedPerson, addPerson } from '#trust/lib/add-person.ts';
import { office } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';

/** Where one writes after the other: a group of its own, with those who work on it. */
export type Lane = {
  groupId: string;
  memberId: string;
  supervisor: string;
  examiner: string;
  student: { email: string; token: string };
};

export const passwordHash = await hashPassword(password);

/** What the writes of a portal need besides its address, which changes with a restart. */
export class Stage {
  readonly db: Db;
  readonly random: Random;
  adminToken = '';
  #tags = 0;

  constructor(place: Place, seed: number) {
    this.db = openDatabase(place);
    this.random = new Random(seed);
  }

  /** A word that occurs nowhere else. */
  tag(): string {
    this.#tags += 1;
    return `tag${this.#tags}x`;
  }

  somebody(role: Role, { mustConfirm = false } = {}): Promise<AddedPerson> {
    return addPerson(this.db, role, { passwordHash, mustConfirm });
  }

  async lanes(url: string, count: number): Promise<Lane[]> {
    const admin = await new Caller(url).logIn(office.email, office.password);
    this.adminToken = admin.token ?? '';
    const lanes: Lane[] = [];
    for (let lane = 0; lane < count; lane += 1) lanes.push(await this.#lane(url));
    return lanes;
  }

  async #lane(url: string): Promise<Lane> {
    const [supervisor, examiner] = [await this.somebody('faculty'), await this.somebody('faculty')];
    const student = await this.somebody('student');
    const mate = await this.somebody('student');
    const caller = new Caller(url, student.token);
    const { groupId } = await caller.call(submitProposal, {
      body: aProposal([student, mate], { supervisor: supervisor.name }),
    });
    const { group } = await new Caller(url, this.adminToken).call(updateGroup, {
      params: { groupId },
      body: { externalExaminer: examiner.name },
    });
    const memberId = group.fypGroupMembers[0]?._id ?? '';
    const { email, token } = student;
    return {
      groupId,
      memberId,
      supervisor: supervisor.token,
      examiner: examiner.token,
      student: { email, token },
    };
  }
}
