import { everyCompanySql } from '../statement.ts';

/**
 * The grants of the table `$1` to roles other than its owner: `privilege`, `grantee` (null for everybody) and `option`.
 * A partition needs its own grants, which apply when it is read or dropped directly.
 */
export const GRANTS = everyCompanySql`SELECT a.privilege_type AS privilege,
    CASE a.grantee WHEN 0 THEN NULL ELSE pg_get_userbyid(a.grantee) END AS grantee,
    CASE WHEN a.is_grantable THEN 'WITH GRANT OPTION' ELSE '' END AS option
  FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = to_regclass(quote_ident($1)) AND a.grantee <> c.relowner`;
