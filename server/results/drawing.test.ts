import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FullMember } from '#contract/groups.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import { rowsOf } from './draw-table.ts';
import { isSoundPng } from './sound-png.ts';
import { visualRuns } from './visual-runs.ts';

describe('a line on paper', () => {
  it('has runs of one direction in the order that they are read from left to right', () => {
    const textsOf = (line: string) => visualRuns(line).map(({ text }) => text);
    expect(textsOf('Ali Khan')).toEqual(['Ali Khan']);
    expect(textsOf('محمد علی')).toEqual(['محمد علی']);
    expect(textsOf('Group of علی خان (A)')).toEqual(['Group of ', 'علی خان', ' (A)']);
    // A number stays in the run of the letters before it.
    expect(textsOf('Group of علی, 2027')).toEqual(['Group of ', '2027', 'علی, ']);
    // A line that begins from the right ends at the left.
    expect(textsOf('علی Smith')).toEqual(['Smith', 'علی ']);
    expect(textsOf('علی 12 خان')).toEqual([' خان', '12', 'علی ']);
    expect(textsOf('')).toEqual([]);
  });
});

describe('the rows of a result sheet', () => {
  const milestone = (key: string, total: number, weight: number) => ({
    ...{ key, title: key, total, weight, markers: ['supervisor' as const] },
  });
  const scheme: Scheme = {
    parts: [
      { title: 'First', milestones: [milestone('one', 10, 1), milestone('two', 20, 1)] },
      { title: 'Second', milestones: [milestone('three', 10, 2)] },
    ],
  };
  const member = (marks: Record<string, number | null>) =>
    Object.fromEntries(
      Object.entries(marks).map(([key, value]) => [key, { marks: value }]),
    ) as unknown as FullMember;

  it('are sums by part and over all, and a final mark where weights differ from totals', () => {
    const rows = rowsOf(scheme, [member({ one: 5, two: 0, three: 10 }), member({ one: null })]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['First', '30', '5', '–'],
      ['one', '10', '5', '–'],
      ['two', '20', '0', '–'],
      ['Second', '10', '10', '–'],
      ['three', '10', '10', '–'],
      ['Overall', '40', '15', '–'],
      ['Final mark, each milestone by its weight', '%', '62.5', '–'],
    ]);
  });
});

describe('a picture', () => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const png = (rows: Buffer, width = 1, height = 1) => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 6], 8);
    const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows))];
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
  };

  it('is drawn when it can be unpacked to its end, and left out when not', () => {
    expect(isSoundPng(png(Buffer.alloc(5)))).toBe(true);
    expect(isSoundPng(png(Buffer.from([9, 0, 0, 0, 0])))).toBe(false);
    expect(isSoundPng(png(Buffer.alloc(4)))).toBe(false);
    expect(isSoundPng(png(Buffer.alloc(5), 5000, 5000))).toBe(false);
    expect(isSoundPng(png(Buffer.alloc(5)).subarray(0, 50))).toBe(false);
    expect(isSoundPng(Buffer.from('no picture'))).toBe(false);
  });
});
