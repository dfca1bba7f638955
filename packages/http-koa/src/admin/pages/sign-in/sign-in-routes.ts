import { formRoutes } from '../../form-routes.ts';
import {
  everyone,
  factorGet,
  factorPost,
  openGet,
  openPost,
  type PageRoute,
  passwordGet,
  passwordPost,
} from '../../page-route.ts';
import { passwordAgain } from './confirm.ts';
import { changeFirstPassword, showFirstPassword } from './first-password.ts';
import { askForLink, showForgot } from './forgot.ts';
import { chooseLanguage } from './language.ts';
import { beginEnrolment, confirmEnrolment, proveFactor, showEnrolment, showProof } from './second-factor.ts';
import { setUp, showSetUp } from './set-up.ts';
import { showSignIn, signIn, signOut } from './sign-in.ts';

/** The pages to sign in and out. */
export const signInRoutes: readonly PageRoute[] = [
  openGet('/sign-in', showSignIn),
  openPost('/sign-in', signIn),
  openPost('/sign-out', signOut),
  openGet('/forgot', showForgot),
  openPost('/forgot', askForLink),
  openPost('/language', chooseLanguage),
  passwordGet('/choose-password', showFirstPassword),
  passwordPost('/choose-password', changeFirstPassword),
  factorGet('/second-factor', 'code', showProof),
  factorPost('/second-factor', 'code', proveFactor),
  factorGet('/second-factor/new', 'enrol', showEnrolment),
  factorPost('/second-factor/new', 'enrol', confirmEnrolment),
  factorPost('/second-factor/new/begin', 'enrol', beginEnrolment),
  openGet('/set-up/:secret', showSetUp),
  openPost('/set-up', setUp),
  ...formRoutes('/confirm', everyone, passwordAgain),
];
