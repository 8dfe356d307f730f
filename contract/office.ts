import type { Department } from './content.ts';

/** Where to ask, in one sentence's end. */
export const formatOffice = ({ room, email, phone }: Department['office']): string =>
  `${room}; ${email}; ${phone}`;
