import { describe, expect, it } from 'vitest';
import { getPartTab, links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { findPage, redirects } from './route-table.ts';

const token = 'aB3-_';
const group = 'BSCS 2027-014 & Söhne? (v2)!*';
const encodedGroup = 'BSCS%202027-014%20%26%20S%C3%B6hne%3F%20%28v2%29%21%2A';

type Case = [builtPath: string, expectedPath: string];
type CasesOf<Builders> = Record<keyof Builders, readonly Case[]>;
type FunctionName<Builders> = {
  [Name in keyof Builders]: Builders[Name] extends string ? never : Name;
}[keyof Builders];

/** The type requires a case for each function. */
const pathCases: CasesOf<Pick<typeof paths, FunctionName<typeof paths>>> = {
  faqAnswer: [[paths.faqAnswer('who-may-propose'), '/#faq-who-may-propose']],
  group: [[paths.group(group), `/groups/${encodedGroup}`]],
  unsubscribe: [[paths.unsubscribe(token), `/unsubscribe/${token}`]],
  setting: [[paths.setting('faq'), '/settings/faq']],
};

const linkCases: CasesOf<typeof links> = {
  resetPassword: [[links.resetPassword(token), `/login#reset=${token}`]],
  confirmEmail: [[links.confirmEmail(token), `/login#confirm=${token}`]],
  objectToGroup: [[links.objectToGroup(token), `/login#object=${token}`]],
  logInTo: [[links.logInTo('/api/auth/file/d-1'), '/login?next=%2Fapi%2Fauth%2Ffile%2Fd-1']],
  ownUpload: [[links.ownUpload('thesis'), '/students#upload-thesis']],
  ownDeadlines: [[links.ownDeadlines, '/students#deadlines']],
  ownCertificates: [[links.ownCertificates, '/students#certificates']],
  ownReviews: [[links.ownReviews, '/students#reviews']],
  ownLeaveRequest: [[links.ownLeaveRequest, '/students#leaving']],
  answersToAnnouncement: [[links.answersToAnnouncement('a-1'), '/announcements?show=a-1']],
  newAnnouncement: [[links.newAnnouncement, '/announcements?write=new']],
  announcement: [[links.announcement('a-1'), '/desk#announcement-a-1']],
  extensionRequests: [[links.extensionRequests, '/desk#extensions']],
  reviewRequests: [[links.reviewRequests, '/desk#reviews']],
  leaveRequests: [[links.leaveRequests, '/desk#leaving']],
  groupPeople: [[links.groupPeople(group), `/groups/${encodedGroup}#people`]],
  meetings: [
    [links.meetings(), '/meetings'],
    [links.meetings({ state: 'quiet', cohort: '2028F' }), '/meetings?state=quiet&cohort=2028F'],
  ],
  groupTab: [[links.groupTab(group, 'documents'), `/groups/${encodedGroup}?tab=documents`]],
  groupDocument: [
    [links.groupDocument(group, 'd-1'), `/groups/${encodedGroup}?tab=documents&preview=d-1`],
    [
      links.groupDocument(group, 'd-1', 4),
      `/groups/${encodedGroup}?tab=documents&preview=d-1&page=4`,
    ],
  ],
  discussion: [
    [links.discussion(group), `/groups/${encodedGroup}?tab=discussion`],
    [links.discussion(group, 'staff'), `/groups/${encodedGroup}?tab=discussion&thread=staff`],
  ],
  discussionMessage: [
    [
      links.discussionMessage(group, 'group', 'm-1'),
      `/groups/${encodedGroup}?tab=discussion&message=m-1#message-m-1`,
    ],
  ],
  askAbout: [
    [
      links.askAbout(group, { kind: 'milestone', id: 'month1' }),
      `/groups/${encodedGroup}?tab=discussion&about=milestone%3Amonth1`,
    ],
  ],
  groupMarks: [[links.groupMarks('g-1'), '/faculty?group=g-1']],
  externalVivas: [
    [links.externalVivas(), '/faculty?tab=external-viva'],
    [links.externalVivas('2028F'), '/faculty?tab=external-viva&cohort=2028F'],
  ],
  help: [
    [links.help('examiner'), '/help?guide=examiner'],
    [links.help('student', 'marks'), '/help?guide=student#help-marks'],
  ],
  missedGroups: [
    [links.missedGroups(), '/board?state=missed'],
    [links.missedGroups({ deadline: 'thesis' }), '/board?state=missed&deadline=thesis'],
    [
      links.missedGroups({ deadline: 'thesis', cohort: '2028F' }),
      '/board?state=missed&deadline=thesis&cohort=2028F',
    ],
  ],
  milestone: [
    [links.milestone('proposal'), '/board?mark=proposal'],
    [links.milestone('proposal', '2028F'), '/board?mark=proposal&cohort=2028F'],
  ],
  adminTab: [[links.adminTab('attention'), '/admin?tab=attention']],
  adminGroup: [[links.adminGroup(group), `/admin?q=${encodedGroup}`]],
  adminUser: [[links.adminUser('a+b@uni.edu'), '/people?q=a%2Bb%40uni.edu']],
  unconfirmedUsers: [[links.unconfirmedUsers, '/people?waiting=true']],
  newStaff: [
    [links.newStaff('Dr. Ali', true), '/people?new=Dr.%20Ali&supervises=true'],
    [links.newStaff('Dr. Ali', false), '/people?new=Dr.%20Ali'],
  ],
  failedEmails: [[links.failedEmails, '/emails?state=failed']],
  certificatesOfCohort: [[links.certificatesOfCohort('2028'), '/certificates?cohort=2028']],
  uncheckedCertificates: [[links.uncheckedCertificates, '/certificates?state=unchecked']],
  importOf: [[links.importOf('groups'), '/import?of=groups']],
  cohortSetting: [
    [links.cohortSetting('scheme'), '/settings/scheme'],
    [links.cohortSetting('scheme', '2028F'), '/settings/scheme?cohort=2028F'],
  ],
  deadlineSetting: [
    [links.deadlineSetting('thesis'), '/settings/deadlines#thesis'],
    [links.deadlineSetting('thesis', '2028F'), '/settings/deadlines?cohort=2028F#thesis'],
  ],
  closeCohort: [[links.closeCohort('2027'), '/settings/cohorts?close=2027']],
};

const otherPaths = Object.entries(paths).flatMap(([name, path]) =>
  typeof path === 'string' && !(name in pathCases) ? [[path, path] as const] : [],
);

describe.each([
  ...Object.values(pathCases).flat(),
  ...otherPaths,
  ...Object.values(linkCases).flat(),
])('the link %s', (builtPath, expectedPath) => {
  it('the link builder fills in the parameters of the URL and encodes them', () => {
    expect(builtPath).toBe(expectedPath);
  });

  it('the link builder returns a URL whose path belongs to a page of the route table or leads to one', () => {
    const { pathname } = new URL(builtPath, 'http://portal');
    expect(pathname in redirects || findPage(pathname) !== undefined).toBe(true);
  });
});

it('the tab of the viva has one name in all marking schemes, and the tabs of other parts are named by their titles', () => {
  expect(getPartTab({ title: 'Defence', viva: true })).toBe('external-viva');
  expect(getPartTab({ title: 'Semester 7' })).toBe('semester-7');
});
