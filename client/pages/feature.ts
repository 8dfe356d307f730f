import { buildMenuNames, type Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import { roles } from '#contract/values/roles.ts';

/** Pages whose sections belong to several features. */
export const pages: Pages = [
  {
    path: paths.home,
    ...buildMenuNames('home'),
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
    ...buildMenuNames('faculty'),
    access: ['admin', 'faculty'],
    file: 'pages/faculty',
    navigation: { faculty: 2, admin: 2 },
  },
  {
    path: paths.students,
    ...buildMenuNames('students'),
    access: ['student'],
    file: 'pages/students',
    navigation: { student: 2 },
  },
  {
    path: paths.proposal,
    title: 'Proposal submission',
    ...buildMenuNames('proposal'),
    access: ['student'],
    file: 'pages/proposal',
    navigation: { student: 3 },
  },
  {
    path: paths.admin,
    title: 'Admin panel',
    ...buildMenuNames('admin'),
    access: ['admin'],
    file: 'pages/admin',
    navigation: { admin: 5 },
  },
  {
    path: paths.groupRoute,
    label: 'Group',
    access: roles,
    file: 'pages/group',
    isBelowPlace: true,
  },
  {
    path: paths.import,
    label: 'Import',
    access: ['admin'],
    file: 'pages/import',
  },
];
