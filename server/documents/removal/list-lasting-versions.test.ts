import { describe, expect, test } from 'vitest';
import {
  type FileVersion,
  type GroupDates,
  listVersionsToRemove,
  type VersionedFile,
} from './list-lasting-versions.ts';

const hourMs = 3_600_000;
const start = Date.parse('2027-01-01T00:00:00.000Z');
const at = (hour: number) => new Date(start + hour * hourMs).toISOString();
const now = new Date(at(1000));

const buildVersion = (version: number, hour: number, deadlineIds: string[]): FileVersion => ({
  id: `file-${version}`,
  version,
  name: 'code.zip',
  uploadedAt: at(hour),
  isRemoved: false,
  isChecked: false,
  submissions: deadlineIds.map((deadlineId) => ({ deadlineId, at: at(hour) })),
});

const buildDeadline = (_id: string, ...hours: number[]): GroupDates['deadlines'][number] => ({
  deadline: {
    _id,
    title: _id,
    due: at(hours[0] ?? 0),
    documents: ['code'],
    programs: null,
    graceHours: null,
  },
  dueDates: hours.map(at),
  isExtensionRequested: false,
});

const buildFile = (versions: FileVersion[]): VersionedFile => ({
  kind: 'code',
  memberId: null,
  deadlineId: null,
  versions,
});

const listRemoved = (versions: FileVersion[], dates: Partial<GroupDates>) => {
  const all = { createdAt: at(-100), deadlines: [], ownDates: [], marked: [], ...dates };
  return listVersionsToRemove(buildFile(versions), all, now).map(({ version }) => version);
};

/** Ten versions, one per hour, each submitted for the same deadline. */
const tenVersions = Array.from({ length: 10 }, (_, index) =>
  buildVersion(index + 1, index + 1, ['final']),
);

describe('listVersionsToRemove', () => {
  test.for([
    ['no deadline requires the file', {}, [1, 2, 3, 4, 5]],
    [
      'the deadline is in the future',
      { deadlines: [buildDeadline('final', 500)] },
      [1, 2, 3, 4, 5],
    ],
    [
      'version 3 was the last before the deadline',
      { deadlines: [buildDeadline('final', 3)] },
      [1, 2, 4, 5],
    ],
    [
      'two extensions passed after versions 2 and 4',
      { deadlines: [buildDeadline('final', 1, 2, 4)] },
      [3, 5],
    ],
    ['all versions are late', { deadlines: [buildDeadline('final', 0)] }, [2, 3, 4, 5]],
    [
      'the date had passed before the group was created',
      { createdAt: at(1), deadlines: [buildDeadline('final', 0)] },
      [1, 2, 3, 4, 5],
    ],
    [
      'another deadline passed',
      { deadlines: [buildDeadline('final', 500), buildDeadline('other', 3)] },
      [1, 2, 3, 4, 5],
    ],
    [
      'a mark was saved for another deadline',
      {
        deadlines: [buildDeadline('final', 500)],
        marked: [{ deadlineId: 'other', memberId: null, at: at(2) }],
      },
      [1, 2, 3, 4, 5],
    ],
    [
      'a mark was saved after version 2',
      {
        deadlines: [buildDeadline('final', 500)],
        marked: [{ deadlineId: 'final', memberId: 'a', at: at(2.5) }],
      },
      [1, 3, 4, 5],
    ],
    [
      'a mark was saved before version 1',
      {
        deadlines: [buildDeadline('final', 500)],
        marked: [{ deadlineId: 'final', memberId: 'a', at: at(0.5) }],
      },
      [1, 2, 3, 4, 5],
    ],
  ] satisfies [string, Partial<GroupDates>, number[]][])(
    'removes all but the latest five versions and those that were due or marked: %s',
    ([, dates, expected]) => {
      expect(listRemoved(tenVersions, dates)).toEqual(expected);
    },
  );

  test('removes no version twice, and counts only stored versions as the latest', () => {
    const versions = tenVersions.map((version) => ({
      ...version,
      isRemoved: [1, 9, 10].includes(version.version),
    }));
    expect(listRemoved(versions, {})).toEqual([2, 3]);
  });

  test('keeps versions that staff have checked', () => {
    const versions = tenVersions.map((version) => ({
      ...version,
      isChecked: version.version === 2,
    }));
    expect(listRemoved(versions, {})).toEqual([1, 3, 4, 5]);
  });

  test('keeps the only version for an open deadline while others are uploaded for another deadline', () => {
    const versions = tenVersions.map((version) =>
      version.version === 1
        ? buildVersion(1, 1, ['final'])
        : buildVersion(version.version, version.version, ['prototype']),
    );
    const deadlines = [buildDeadline('prototype', 700), buildDeadline('final', 900)];
    expect(listRemoved(versions, { deadlines })).toEqual([2, 3, 4, 5]);
  });

  test('keeps all late versions while an extension of their deadline is requested, but none of other deadlines', () => {
    const requested = (id: string) => ({ ...buildDeadline(id, 2), isExtensionRequested: true });
    expect(listRemoved(tenVersions, { deadlines: [requested('final')] })).toEqual([1]);
    const deadlines = [buildDeadline('final', 2), requested('other')];
    expect(listRemoved(tenVersions, { deadlines })).toEqual([1, 3, 4, 5]);
  });

  test('keeps versions that count whether or not a version without a deadline counts for the same deadline', () => {
    const versions = tenVersions.map((version) =>
      [2, 5].includes(version.version) ? { ...version, submissions: [] } : version,
    );
    const deadlines = [buildDeadline('final', 5), buildDeadline('removed', 2.5)];
    expect(listRemoved(versions, { deadlines })).toEqual([1, 3]);
  });

  test('keeps a member’s file only for marks and the own due date of this member', () => {
    const certificate: VersionedFile = {
      ...buildFile(tenVersions),
      kind: 'certificate',
      memberId: 'a',
    };
    const final = buildDeadline('final', 500);
    const dates: GroupDates = {
      createdAt: at(-100),
      deadlines: [{ ...final, deadline: { ...final.deadline, documents: ['certificate'] } }],
      ownDates: [
        { memberId: 'a', due: at(2) },
        { memberId: 'b', due: at(4) },
      ],
      marked: [
        { deadlineId: 'final', memberId: 'a', at: at(1) },
        { deadlineId: 'final', memberId: 'b', at: at(3) },
      ],
    };
    const removed = listVersionsToRemove(certificate, dates, now).map(({ version }) => version);
    expect(removed).toEqual([3, 4, 5]);
  });
});
