import type { Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

/** Pages whose sections belong to several features. */
export const pages: Pages = [
  {
    path: paths.home,
    label: 'Home',
    access: 'public',
    file: 'pages/home',
    navigation: { student: 1, faculty: 1, admin: 1 },
  },
  {
    path: paths.login,
    title: 'Log in',
    label: 'Login',
    access: 'public',
    file: 'pages/login',
  },
  {
    path: paths.signup,
    title: 'Sign up',
    label: 'Signup',
    access: 'public',
    file: 'pages/signup',
  },
  {
    path: paths.faculty,
    label: 'Faculty',
    access: ['admin', 'faculty'],
    file: 'pages/faculty',
    navigation: { faculty: 2, admin: 2 },
  },
  {
    path: paths.students,
    label: 'Marks',
    access: ['student'],
    file: 'pages/students',
    navigation: { student: 2 },
  },
  {
    path: paths.proposal,
    title: 'Proposal submission',
    label: 'Proposal Submission',
    access: ['student'],
    file: 'pages/proposal',
    navigation: { student: 3 },
  },
  {
    path: paths.admin,
    title: 'Admin panel',
    label: 'Admin',
    access: ['admin'],
    file: 'pages/admin',
    navigation: { admin: 5 },
  },
  {
    path: paths.groupRoute,
    label: 'Group',
    access: roles,
    file: 'pages/group',
  },
  {
    path: paths.import,
    label: 'Import',
    access: ['admin'],
    file: 'pages/import',
  },
];
