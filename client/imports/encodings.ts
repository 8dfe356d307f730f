export const encodings = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1256': 'Arabic, Persian and Urdu (Windows-1256)',
  macintosh: 'Western European (Mac Roman)',
} as const;

export type Encoding = keyof typeof encodings;
