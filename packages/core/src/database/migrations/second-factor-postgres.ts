/** The second factor of a sign-in on PostgreSQL. All columns are optional, so nothing has to be filled in. */
export const secondFactorPostgres: readonly string[] = [
  `ALTER TABLE "shaon_company" ADD COLUMN "second_factor_since" timestamptz(3)`,
  `ALTER TABLE "shaon_login" ADD COLUMN "second_factor" text`,
  `ALTER TABLE "shaon_login" ADD COLUMN "second_factor_at" timestamptz(3)`,
  `ALTER TABLE "shaon_login" ADD COLUMN "second_factor_step" integer`,
  `ALTER TABLE "shaon_session" ADD COLUMN "second_factor_at" timestamptz(3)`,
  `CREATE TABLE "shaon_recovery_code" (
    "id" SERIAL NOT NULL,
    "company_id" integer NOT NULL,
    "login_id" integer NOT NULL,
    "digest" text NOT NULL,
    "created_at" timestamptz(3) NOT NULL,
    "used_at" timestamptz(3),
    CONSTRAINT "shaon_recovery_code_company_id_login_id_digest_key" UNIQUE ("company_id", "login_id", "digest"),
    CONSTRAINT "shaon_recovery_code_pk" PRIMARY KEY ("id")
  )`,
  `ALTER TABLE "shaon_recovery_code" ADD CONSTRAINT "shaon_recovery_code_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION`,
];
