import type { Department } from './department.ts';

export const formatOffice = ({ room, email, phone }: Department['office']): string =>
  `${room}; ${email}; ${phone}`;
