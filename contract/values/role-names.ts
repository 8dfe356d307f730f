import type { Role } from './roles.ts';

/** Names of the roles as the pages show them. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  faculty: 'Faculty',
  student: 'Student',
};
