import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFileError, formatExtensions, formatSize, getFileExtension } from './documents.ts';
import { documentKindKeys, documentKinds } from './rules/document-kinds.ts';

const MB = 1024 * 1024;

describe('documentKinds', () => {
  it('lists exactly the file extensions that the specification allows', () => {
    expect(
      Object.fromEntries(
        documentKindKeys.map((kind) => [kind, formatExtensions(documentKinds[kind].extensions)]),
      ),
    ).toEqual({
      cv: 'pdf, jpg, jpeg or png',
      proposal: 'pdf, doc or docx',
      feeProof: 'pdf',
      certificate: 'pdf',
      thesis: 'pdf',
      similarity: 'pdf',
      code: 'zip or rar',
      report: 'pdf',
      evidence: 'pdf, jpg, jpeg or png',
      attachment: 'pdf, docx, xlsx, pptx, txt, jpg, jpeg, png or zip',
    });
  });

  it('contains the default size limits that the specification requires', () => {
    const limits = documentKindKeys.map((kind) => [kind, documentKinds[kind].maxBytes / MB]);
    expect(Object.fromEntries(limits)).toEqual({
      cv: 5,
      proposal: 20,
      feeProof: 5,
      certificate: 20,
      thesis: 50,
      similarity: 20,
      code: 200,
      report: 20,
      evidence: 10,
      attachment: 10,
    });
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
      message: 'Thesis may have at most 50 MB; “a.pdf” has 51 MB.',
    });
  });

  it('accepts a file of the maximum size and rejects a file that is one byte larger', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...documentKindKeys),
        fc.integer({ min: 1, max: 1000 }),
        (kind, maxBytes) => {
          const rules = { ...documentKinds[kind], maxBytes };
          const name = `a.${rules.extensions[0]}`;
          expect(findFileError(rules, { name, size: maxBytes })).toBeUndefined();
          expect(findFileError(rules, { name, size: maxBytes + 1 })?.code).toBe('too-large');
        },
      ),
    );
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
