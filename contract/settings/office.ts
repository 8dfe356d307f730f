import type { Department } from './department.ts';

export const formatOfficeContact = ({ room, email, phone }: Department['office']): string =>
  `${room}; ${email}; ${phone}`;
