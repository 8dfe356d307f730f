import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  copySampleContent,
  findContentErrors,
  loadEditedContent,
} from '#server/test/content/content-errors.ts';
import { buildSampleOutcomes } from '#tools/test/outcomes.ts';

describe('loadContent', () => {
  test.each<[sentence: string, file: string, from: string, to: string, error: string]>([
    [
      'a missing field',
      'faq.yaml',
      ', answer: [In the robot hall.]',
      '',
      'faq.yaml:8 1.questions.0.answer: is missing. Add it: a list, each entry on a line that begins with "- ".',
    ],
    [
      'an unknown field',
      'deadlines.yaml',
      '  due: 2031-07-01',
      '  until: x\n  due: 2031-07-01',
      'deadlines.yaml:4 1.until: is not a field here. Remove it or correct its spelling; the fields are id, title, due, documents, programs, graceHours.',
    ],
    [
      'a category that is too long for a proposal',
      'department.yaml',
      '[Robotics, ',
      `[Robotics, ${'x'.repeat(61)}, `,
      'department.yaml:11 categories.1: has 61 characters. Category must be 60 characters or fewer.',
    ],
    [
      'a web address with an executable scheme',
      'courses.yaml',
      'provider: Lakeshore Institute',
      'provider: Lakeshore Institute\n        url: javascript:alert(1)',
      'courses.yaml:14 topics.0.courses.0.url: “javascript:alert(1)” does not fit. Enter a web address such as https://www.coursera.org/learn/python.',
    ],
    [
      'a list that is too short',
      'categories.yaml',
      '[Robotics]',
      '[]',
      'categories.yaml:4 0.options: has 0 entries but needs at least 1. Add 1.',
    ],
    [
      'a deadline in another form',
      'deadlines.yaml',
      '2031-07-01 18:30',
      '1 July 2031',
      'deadlines.yaml:4 1.due: “1 July 2031” does not fit. Enter a local date and time such as 2027-05-30 14:00.',
    ],
    [
      'a deadline on a date that does not exist',
      'deadlines.yaml',
      '2031-02-14',
      '2031-02-29',
      'deadlines.yaml:2 0.due: “2031-02-29 12:00” is not in the calendar. Correct its date or time.',
    ],
    [
      'a question id that is used in two sections',
      'faq.yaml',
      'id: room',
      'id: topics',
      'faq.yaml:8 1.questions.0.id: “topics” is already used at 0.questions.0.id. Choose another.',
    ],
    [
      'a supervisor who is listed twice',
      'department.yaml',
      'Dr. Mateo Vargas]',
      'Dr. Mateo Vargas, prof.  ingrid HOLM]',
      'department.yaml:12 supervisors.2: “prof.  ingrid HOLM” is already used at supervisors.0. Choose another.',
    ],
    [
      'a link whose parentheses are not closed',
      'faq.yaml',
      '(/fypcategories)',
      '(https://example.com/a_(b)',
      'faq.yaml:4 0.questions.0.answer.0: “[topics](https://example.com/a_(b).” is not a link. Write [words](https://…): close each bracket, write a space in the address as %20, and put no link into another.',
    ],
    [
      'a link with an executable scheme in a message of the home page',
      'home.yaml',
      'Be early.',
      '"[Run](javascript:alert(1))"',
      'home.yaml:8 messages.1.paragraphs.0: the link “javascript:alert(1)” is not valid. Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.',
    ],
    [
      'a link to another host without a scheme',
      'faq.yaml',
      '(/fypcategories)',
      '(//example.com)',
      'faq.yaml:4 0.questions.0.answer.0: the link “//example.com” is not valid. Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.',
    ],
    [
      'a link without words',
      'faq.yaml',
      '[topics]',
      '[]',
      'faq.yaml:4 0.questions.0.answer.0: the link to /fypcategories has no words. Write [words](/fypcategories).',
    ],
    [
      'a course for a certificate that does not exist',
      'courses.yaml',
      'fulfils: statistics',
      'fulfils: cooking',
      'courses.yaml:17 topics.0.courses.0.fulfils: “cooking” is not a mandatory certificate. Enter one of statistics, or leave the field out.',
    ],
    [
      'a certificate rule that cannot be met',
      'courses.yaml',
      'minimumOptional: 1',
      'minimumOptional: 4',
      'courses.yaml:2 rule.minimum: is too small: 1 mandatory and 4 optional certificates make 5. Enter 5 or more.',
    ],
    [
      'a card whose supervisor the department does not list',
      'categories.yaml',
      'Dr. Mateo Vargas',
      'Dr. Nobody',
      'categories.yaml:6 0.supervisors.0: “Dr. Nobody” is not among the supervisors of department.yaml. Enter it as it stands there, or add it there.',
    ],
    [
      'a card for a category that the department does not list',
      'categories.yaml',
      '[Robotics]',
      '[Robots]',
      'categories.yaml:4 0.options.0: “Robots” is not among the categories of department.yaml. Enter it as it stands there, or add it there.',
    ],
    [
      'a repeated field',
      'deadlines.yaml',
      '  due: 2031-07-01',
      '  title: Again\n  due: 2031-07-01',
      'deadlines.yaml:4 is not valid YAML: Map keys must be unique. This field is defined twice; remove one of them.',
    ],
    [
      'an alias',
      'department.yaml',
      'shortName: Lakeshore Informatics',
      'shortName: *name',
      'department.yaml:3 uses an alias (*name). Write the text out here instead, or put it in quotes.',
    ],
  ])('reports %s', (_, file, from, to, error) => {
    expect(loadEditedContent([file, from, to])).toEqual([error]);
  });

  test('reports a syntax error once with its line, and omits the errors that follow from it', () => {
    const quotes =
      'Put text in quotes if it contains a colon and a space, or begins with a sign such as [ or *.';
    expect(
      loadEditedContent(['department.yaml', 'name: School', 'name: Our home: School']),
    ).toEqual([
      `department.yaml:1 is not valid YAML: Nested mappings are not allowed in compact mappings. ${quotes}`,
    ]);
    const tab = loadEditedContent(['faq.yaml', '  title: Start', '\ttitle: Start']);
    expect(tab).toHaveLength(1);
    expect(tab[0]).toMatch(/^faq\.yaml:2 is not valid YAML: /);
  });

  test('reports an empty file and describes the expected content', () => {
    const folder = copySampleContent();
    writeFileSync(join(folder, 'developers.yaml'), '# nobody yet\n');
    expect(findContentErrors(folder)).toEqual([
      'developers.yaml:1 (whole file): is empty. Enter a list, each entry on a line that begins with "- ".',
    ]);
  });

  test('reports a missing file and how to fix the problem', () => {
    const folder = copySampleContent();
    unlinkSync(join(folder, 'courses.yaml'));
    expect(findContentErrors(folder)).toEqual([
      'courses.yaml:1 the file is missing. Add it; the default content shows its fields.',
    ]);
  });

  test('reports an outcome that names a missing milestone', () => {
    const folder = copySampleContent();
    writeFileSync(join(folder, 'outcomes.yaml'), JSON.stringify(buildSampleOutcomes()));
    expect(findContentErrors(folder)).toContainEqual(
      expect.stringMatching(
        /^outcomes\.yaml:1 clos\.0\.milestones\.0\.milestone: “.*” is not a milestone of the marking scheme\. Enter one of plan, prototype, defence\.$/,
      ),
    );
  });

  test('reports the line of the first invalid UTF-8 byte sequence', () => {
    const folder = copySampleContent();
    writeFileSync(
      join(folder, 'deadlines.yaml'),
      Buffer.from('# Dates\n- title: Caf\xe9\n', 'latin1'),
    );
    expect(findContentErrors(folder)).toEqual([
      'deadlines.yaml:2 holds a character that is not UTF-8. Save the file as UTF-8.',
    ]);
  });
});

test('loadContent reports the errors of all files in one message', () => {
  const errors = loadEditedContent(
    ['department.yaml', 'name: School', 'nmae: School'],
    ['home.yaml', 'from: Dean', 'from: ""'],
    ['categories.yaml', 'illustration: iot', 'illustration: robot'],
  );
  expect(errors.map((line) => line.split(': ')[0])).toEqual([
    'department.yaml:1 name',
    'department.yaml:1 nmae',
    'home.yaml:7 messages.0.from',
    'categories.yaml:7 0.illustration',
  ]);
});
