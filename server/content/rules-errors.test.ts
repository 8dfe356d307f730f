import { expect, test } from 'vitest';
import { loadEditedContent } from '#server/test/content/content-errors.ts';

test.each<[sentence: string, file: string, from: string, to: string, error: string]>([
  [
    'a phone pattern without a country',
    'groups.yaml',
    '"+47 ########"',
    '"########"',
    'groups.yaml:2 phone: “########” does not fit. Enter the country’s code, a space, and the number with # for each digit, such as "+92 3#########".',
  ],
  [
    'a minimum group size above the maximum',
    'groups.yaml',
    'maxMembers: 4',
    'maxMembers: 4\nminMembers: 5',
    'groups.yaml:2 minMembers: is 5, more than the maximum. Enter a number of 4 or less.',
  ],
  [
    'an example that does not match its pattern',
    'groups.yaml',
    'example: S204518',
    'example: S20451',
    'groups.yaml:3 roll.example: “S20451” does not fit the pattern A######. Correct one of them.',
  ],
  [
    'a milestone key that is used twice in any part',
    'scheme.yaml',
    'key: defence',
    'key: plan',
    'scheme.yaml:10 parts.1.milestones.0.key: “plan” is already used at parts.0.milestones.0.key. Choose another.',
  ],
  [
    'a milestone key that equals a member field',
    'scheme.yaml',
    'key: plan',
    'key: phone',
    'scheme.yaml:4 parts.0.milestones.0.key: “phone” is not right: choose another key, a member has a field of this name.',
  ],
  [
    'two parts with the same title',
    'scheme.yaml',
    'title: Defence\n    viva',
    'title: spring\n    viva',
    'scheme.yaml:6 parts.1.title: “spring” is already used at parts.0.title. Choose another.',
  ],
  [
    'a second part with the viva',
    'scheme.yaml',
    'title: Spring',
    'title: Spring\n    viva: true',
    'scheme.yaml:8 parts.1.viva: another part already has the viva. Remove this line.',
  ],
  [
    'a milestone due with a missing deadline',
    'scheme.yaml',
    'weight: 3, markers: [supervisor] }',
    'weight: 3, markers: [supervisor], deadline: report }',
    'scheme.yaml:5 parts.0.milestones.1.deadline: “report”, which the milestone “Prototype” is due with, is not among the deadlines. Enter one of topic-agreed, report-handed-in, or leave it out.',
  ],
  [
    'a deadline for an unknown kind of file',
    'deadlines.yaml',
    '  due: 2031-07-01',
    '  documents: [map]\n  due: 2031-07-01',
    'deadlines.yaml:4 1.documents.0: “map” is not among the kinds of files. Enter one of proposal, feeProof, certificate, report, thesis, similarity, code.',
  ],
])(
  'an invalid rule in the content files is reported with its file, line and field: %s',
  (_, file, from, to, error) => {
    expect(loadEditedContent([file, from, to])).toEqual([error]);
  },
);
