import type { Department } from './content.ts';

export const formatOffice = ({ room, email, phone }: Department['office']): string =>
  `${room}; ${email}; ${phone}`;
