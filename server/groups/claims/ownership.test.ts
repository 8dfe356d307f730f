import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { register } from '#contract/account.ts';
import { chooseAccount, updateGroup } from '#contract/admin/group-edits.ts';
import { openDocument } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { deleteGroup, findGroup, getGroup, readGroup, restoreGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { closeCohort, reopenCohort } from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { buildMemberEdits, createTestUser, getItemAt, readMemberIds } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { addTestCohort, setTakesProposals } from '#server/test/records/cohorts.ts';
import { findReadableRecordParts } from '#server/test/records/ownership.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildProposal, createUniqueName, testUserPassword } from '#tools/test/people.ts';

const addressCount = 5;

type Account = {
  userId: string;
  address: number;
  isConfirmed: boolean;
  isBlocked: boolean;
  isFaculty: boolean;
};
type Group = { id: string; name: string; isInOther: boolean; isDeleted: boolean };
type Row = {
  memberId: string;
  group: Group;
  feeProofId: string;
  secret: string;
  address: number;
  owner: Account | undefined;
  /** A staff account that owned the row as a student. */
  leftBy?: Account | undefined;
};

/** Expected state: which account owns each member row, and which accounts have claimed each address. */
class Model {
  readonly accounts: Account[] = [];
  readonly rows: Row[] = [];
  readonly claims = new Map<number, Set<Account>>();
  isOtherClosed = false;
  version: number;
  readonly other: { _id: string; code: string };

  constructor(other: { _id: string; code: string; version: number }) {
    this.other = other;
    this.version = other.version;
  }

  isOpen = ({ isInOther }: Group) => !isInOther || !this.isOtherClosed;

  /** Gives the account all unowned member rows with its address, unless another account has claimed this address. */
  claim(account: Account) {
    if (!account.isConfirmed) return;
    const otherAccounts = [...(this.claims.get(account.address) ?? [])].filter(
      (claimer) => claimer !== account,
    );
    for (const row of this.rows) {
      if (row.owner || row.address !== account.address || otherAccounts.length > 0) continue;
      if (account.isFaculty || (row.leftBy ?? account) !== account) continue;
      Object.assign(row, { owner: account, leftBy: undefined });
    }
    if (!this.rows.some(({ owner }) => owner === account)) return;
    const known = this.claims.get(account.address) ?? new Set();
    this.claims.set(account.address, known.add(account));
  }

  /** Takes open rows from staff accounts. */
  unlinkStaff() {
    for (const row of this.rows) {
      if (!row.owner?.isFaculty || !this.isOpen(row.group)) continue;
      Object.assign(row, { owner: undefined, leftBy: row.owner });
    }
  }

  claimAddress(address: number) {
    for (const account of this.accounts) if (account.address === address) this.claim(account);
  }

  mayRead = (account: Account, { owner, group }: Row) =>
    owner === account &&
    !group.isDeleted &&
    account.isConfirmed &&
    !account.isBlocked &&
    !account.isFaculty;
}

const index = fc.nat(5);
const address = fc.nat(addressCount - 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('signUp' as const), address }),
  fc.record({ kind: fc.constant('confirm' as const), account: index }),
  fc.record({ kind: fc.constant('move' as const), account: index, address }),
  // Include steps that pass an old address to another account, because unrelated random steps rarely do so.
  ...[1, 2, 3].map(() => fc.record({ kind: fc.constant('passOn' as const), account: index })),
  fc.record({
    kind: fc.constant('invite' as const),
    address,
    isInOther: fc.boolean(),
    isMarked: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('propose' as const), account: index, isInOther: fc.boolean() }),
  fc.record({
    kind: fc.constant('readdress' as const),
    row: index,
    address,
    isAnotherStudent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('choose' as const), row: index, account: index }),
  fc.record({ kind: fc.constant('block' as const), account: index }),
  fc.record({ kind: fc.constant('role' as const), account: index }),
  fc.record({ kind: fc.constant('bin' as const), row: index }),
  ...[1, 2].map(() => fc.record({ kind: fc.constant('close' as const) })),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

class Run {
  readonly portal: Portal;
  readonly model: Model;
  readonly addresses: readonly string[];

  constructor(portal: Portal, model: Model) {
    this.portal = portal;
    this.model = model;
    const run = randomUUID();
    this.addresses = Array.from({ length: addressCount }, (_, n) => `${n}.${run}@university.test`);
  }

  emailOf = ({ address }: { address: number }) => getItemAt(this.addresses, address);

  /** Sends a request. Returns the reply, or undefined if the portal rejects it. Fails the test on a server error. */
  async done(caller: ApiCaller, endpoint: Endpoint, input: Parameters<ApiCaller['request']>[1]) {
    const response = await caller.request(endpoint, input);
    if (!response.ok) expect([400, 401, 403, 404, 409]).toContain(response.status);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
  }

  update = ({ userId }: Account, body: object) =>
    this.done(this.portal.admin, updateUser, { params: { userId }, body });

  async signUp({ address }: { address: number }) {
    const body = {
      name: createUniqueName('Student'),
      email: getItemAt(this.addresses, address),
      password: testUserPassword,
    };
    const reply = await this.done(this.portal.visitor, register, { body });
    if (!reply) return;
    const state = { isConfirmed: false, isBlocked: false, isFaculty: false };
    this.model.accounts.push({ userId: `${reply.userId}`, address, ...state });
  }

  async confirm(account: Account) {
    if (!(await this.update(account, { confirmed: true }))) return;
    account.isConfirmed = true;
    this.model.claim(account);
  }

  async move(account: Account, address: number) {
    if (account.address === address) return;
    if (!(await this.update(account, { email: getItemAt(this.addresses, address) }))) return;
    Object.assign(account, { address, isConfirmed: true });
    this.follow(account);
    this.model.claim(account);
  }

  async passOn(account: Account) {
    const old = account.address;
    const free = this.addresses.findIndex(
      (_, address) => !this.model.accounts.some((account) => account.address === address),
    );
    if (free === -1) return;
    await this.move(account, free);
    await this.signUp({ address: old });
    const second = this.model.accounts.find(({ address }) => address === old);
    if (second && !second.isConfirmed) await this.confirm(second);
  }

  follow(account: Account) {
    for (const row of this.model.rows) {
      if (row.owner === account && this.model.isOpen(row.group)) row.address = account.address;
    }
  }

  async propose(
    caller: { name: string; email: string; caller: ApiCaller },
    address: number,
    isInOther: boolean,
    isMarked: boolean,
  ): Promise<Row | undefined> {
    const email = getItemAt(this.addresses, address);
    const isOwn = caller.email === email;
    const named = isOwn ? [caller] : [caller, { name: createUniqueName('Named'), email }];
    const { code } = this.model.other;
    const reply = await this.done(caller.caller, submitProposal, {
      body: buildProposal(named),
      query: isInOther ? { cohort: code } : {},
    });
    if (!reply) return undefined;
    const groupId = `${reply.groupId}`;
    const { group } = await this.portal.admin.call(readGroup, { params: { groupId } });
    const member = getItemAt(group.fypGroupMembers, named.length - 1);
    const secret = randomUUID();
    const marks = { [member._id]: { month1: { feedback: secret } } };
    const body = { semester: 'Semester 7', groupId, marks };
    if (isMarked) await this.portal.admin.call(saveMarks, { body });
    const row = {
      memberId: member._id,
      group: { id: groupId, name: group.fypGroupName, isInOther, isDeleted: false },
      feeProofId: member.feeProofPath?.split('/').at(-1) ?? '',
      secret,
      address,
      owner: undefined,
    };
    this.model.rows.push(row);
    return row;
  }

  async invite({ address, isInOther, isMarked }: Extract<Step, { kind: 'invite' }>) {
    const row = await this.propose(await createTestUser(this.portal), address, isInOther, isMarked);
    if (row) this.model.claimAddress(address);
  }

  async proposeOwn(account: Account, isInOther: boolean) {
    const caller = await this.portal.logInAs(account.userId);
    const self = { name: createUniqueName('Proposer'), email: this.emailOf(account), caller };
    const row = await this.propose(self, account.address, isInOther, true);
    if (!row) return;
    row.owner = account;
    this.model.claim(account);
  }

  async readdress(row: Row, { address, isAnotherStudent }: Extract<Step, { kind: 'readdress' }>) {
    const member = {
      _id: row.memberId,
      email: getItemAt(this.addresses, address),
      isAnotherStudent,
    };
    const params = { groupId: row.group.id };
    const ids = await readMemberIds(this.portal, row.group.id);
    const body = { fypGroupMembers: buildMemberEdits(ids, member) };
    if (!(await this.done(this.portal.admin, updateGroup, { params, body }))) return;
    if (row.address === address) return;
    if (row.owner) expect(isAnotherStudent).toBe(true);
    Object.assign(row, { address, owner: undefined, leftBy: undefined });
    this.model.claimAddress(address);
  }

  async choose(row: Row, account: Account) {
    const input = { params: { memberId: row.memberId }, body: { userId: account.userId } };
    if (!(await this.done(this.portal.admin, chooseAccount, input))) return;
    expect(row.owner).toBeUndefined();
    Object.assign(row, { owner: account, leftBy: undefined });
    this.follow(account);
    this.model.claim(account);
  }

  async bin({ group }: Row) {
    const endpoint = group.isDeleted ? restoreGroup : deleteGroup;
    const reply = await this.done(this.portal.admin, endpoint, { params: { groupId: group.id } });
    if (reply) group.isDeleted = !group.isDeleted;
  }

  async close() {
    const { model } = this;
    const endpoint = model.isOtherClosed ? reopenCohort : closeCohort;
    const params = { cohortId: model.other._id };
    const body = { version: model.version };
    const reply = await this.done(this.portal.admin, endpoint, { params, body });
    if (!reply) return;
    const { cohort } = reply as { cohort: { _id: string; version: number } };
    const { version } = model.isOtherClosed ? await setTakesProposals(this.portal, cohort) : cohort;
    model.version = version;
    model.isOtherClosed = !model.isOtherClosed;
    model.unlinkStaff();
    for (const account of model.accounts) this.follow(account);
  }

  async take(step: Step) {
    if (step.kind === 'signUp') return this.signUp(step);
    if (step.kind === 'invite') return this.invite(step);
    if (step.kind === 'close') return this.close();
    const row = 'row' in step ? pick(this.model.rows, step.row) : undefined;
    if (step.kind === 'bin') return row && this.bin(row);
    if (step.kind === 'readdress') return row && this.readdress(row, step);
    const account = pick(this.model.accounts, step.account);
    if (!account) return;
    if (step.kind === 'choose') return row && this.choose(row, account);
    if (step.kind === 'confirm') return this.confirm(account);
    if (step.kind === 'passOn') return this.passOn(account);
    if (step.kind === 'move') return this.move(account, step.address);
    if (step.kind === 'propose') return this.proposeOwn(account, step.isInOther);
    if (step.kind === 'block') {
      const reply = await this.update(account, { blocked: !account.isBlocked });
      if (reply) account.isBlocked = !account.isBlocked;
      return;
    }
    const reply = await this.update(account, { role: account.isFaculty ? 'student' : 'faculty' });
    if (!reply) return;
    account.isFaculty = !account.isFaculty;
    this.model.unlinkStaff();
    this.model.claim(account);
  }

  async check() {
    for (const account of this.model.accounts) {
      const caller = await this.portal.logInAs(account.userId);
      for (const row of this.model.rows) {
        const expected = this.model.mayRead(account, row);
        const proof = { params: { documentId: row.feeProofId } };
        const group = { params: { name: row.group.name } };
        const description = `${this.emailOf(account)} reads the row of ${row.group.name}`;
        expect((await caller.request(openDocument, proof)).ok, `${description}: fee proof`).toBe(
          expected,
        );
        expect((await caller.request(getGroup, group)).ok, `${description}: group`).toBe(expected);
      }
      const response = await caller.request(findGroup, {
        params: { email: this.emailOf(account) },
      });
      const text = await response.text();
      for (const row of this.model.rows) {
        if (this.model.mayRead(account, row)) continue;
        expect(text).not.toContain(row.secret);
        expect(text).not.toContain(row.group.id);
      }
    }
  }

  /** Checks with `findReadableRecordParts` that students cannot read anything about member rows that they do not own. */
  async checkAll() {
    for (const { userId, ...account } of this.model.accounts) {
      for (const { group, ...row } of this.model.rows) {
        if (row.owner?.userId === userId || account.isFaculty || account.isBlocked) continue;
        const memberRow = { ...row, groupId: group.id, groupName: group.name };
        expect(await findReadableRecordParts(this.portal, userId, memberRow)).toEqual([]);
      }
    }
  }
}

it('a student can read only memberships that their account has claimed, after any sequence of changes to addresses, groups and cohorts', async () => {
  const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'admin' });
  const kinds = new Set<string>();
  let codes = 0;
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 6, maxLength: 14 }),
    async (steps) => {
      codes += 1;
      const named = { name: `Run ${codes}`, code: `R${codes}` };
      const cohort = await setTakesProposals(portal, await addTestCohort(portal, named));
      const run = new Run(portal, new Model(cohort));
      // Begin with an account and a member row, because most steps have no effect without them.
      await run.take({ kind: 'signUp', address: 0 });
      await run.take({ kind: 'invite', address: 0, isInOther: true, isMarked: true });
      await run.take({ kind: 'confirm', account: 0 });
      for (const step of steps) {
        await run.take(step);
        kinds.add(step.kind);
        await run.check();
      }
      await run.checkAll();
    },
  );
  await fc.assert(property, { numRuns: 16 });
  expect(kinds.size).toBeGreaterThan(8);
  await close();
});
