import { describe, expect, it } from 'vitest';
import { formatSize } from '#contract/values/format-size.ts';
import { findFileError, formatExtensions, getFileExtension } from './documents.ts';
import { documentKinds, type FileKind, privateKinds } from './rules/document-kinds.ts';

const MB = 1024 * 1024;

describe('documentKinds', () => {
  it('lists the file extensions and size limits of files that no deadline requires', () => {
    const rules = privateKinds.map((kind) => {
      const { extensions, maxBytes } = documentKinds[kind as FileKind];
      return [kind, formatExtensions(extensions), maxBytes / MB];
    });
    expect(rules).toEqual([
      ['cv', 'pdf, jpg, jpeg or png', 5],
      ['evidence', 'pdf, jpg, jpeg or png', 10],
      ['attachment', 'pdf, docx, xlsx, pptx, txt, jpg, jpeg, png or zip', 10],
    ]);
  });
});

describe('findFileError', () => {
  it('recognises a file extension in upper or lower case, but only at the end of the file name', () => {
    expect(getFileExtension('Thesis.final.PDF')).toBe('pdf');
    for (const name of ['thesis', 'pdf', '.', 'a.pdf ', ''])
      expect(getFileExtension(name)).not.toBe('pdf');
  });

  it('returns an error that names the file if the extension is not allowed, or if the file is empty or too large', () => {
    expect(findFileError(documentKinds.code, { name: 'code.tar', size: 5 })).toEqual({
      code: 'wrong-kind-of-file',
      message: 'Project code must be a zip or rar file; “code.tar” is not.',
    });
    expect(findFileError(documentKinds.thesis, { name: 'a.pdf', size: 0 })).toEqual({
      code: 'invalid',
      message: 'Thesis: “a.pdf” is empty.',
    });
    expect(findFileError(documentKinds.thesis, { name: 'a.pdf', size: 51 * MB })).toEqual({
      code: 'too-large',
      message: 'Thesis must be 50 MB or smaller; “a.pdf” is 51 MB.',
    });
    const full = { name: 'a.pdf', size: 50 * MB };
    expect(findFileError(documentKinds.thesis, full)).toBeUndefined();
    const over = { ...full, size: full.size + 1 };
    expect(findFileError(documentKinds.thesis, over)?.code).toBe('too-large');
  });
});

describe('formatSize', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1536, '1.5 kB'],
    [20 * 1024, '20 kB'],
    [4.25 * MB, '4.3 MB'],
    [200 * MB, '200 MB'],
  ])('formats %i bytes as %s', (bytes, words) => expect(formatSize(bytes)).toBe(words));
});
