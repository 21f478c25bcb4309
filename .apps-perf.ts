import { openDatabases } from "./regional-api/store/database";
import { applicationSeqs, countApplications, readApplications, statusCounts, applicationSorts } from "./regional-api/store/applications";
import { findCandidateByEmail, deidentifyCandidate } from "./regional-api/store/candidates";
const dbs = openDatabases("/tmp/apps/perf/data");
const db = dbs.region("ap-southeast-2");
const V = "05b522bfb3785b4beeb0575a";
const v = db.sqlite.prepare("select * from vacancies where id=?").get(V) as any;
const stages = JSON.parse(v.workflow).stages;
const n = (db.sqlite.prepare("select count(*) c from applications where vacancyId=?").get(V) as any).c;
console.log("existing", n);
if (n < 50000) {
  const t=Date.now();
  db.transaction(() => {
    db.sqlite.exec(`
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c WHERE i<100000)
    INSERT INTO candidates(id,customerId,externalApplicantId,firstName,lastName,nameKey,email,createdAt,updatedAt)
    SELECT printf('cc%022x',i),'${v.customerId}','x'||i, 'First'||(i*7919%1000), 'Surname'||(i*104729%5000), lower('First'||(i*7919%1000)||' Surname'||(i*104729%5000)), 'p'||i||'.'||(i*31%977)||'@example.com', 1700000000000+i*100000, 1700000000000 FROM c;
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c WHERE i<100000)
    INSERT INTO applications(id,customerId,hierarchyId,vacancyId,candidateId,externalApplicationId,status,stageId,createdAt,updatedAt)
    SELECT printf('ca%022x',i),'${v.customerId}','${v.hierarchyId}','${V}',printf('cc%022x',i),'e'||i, CASE i%5 WHEN 0 THEN 'APPS_APPLICATION_SHORTLISTED' WHEN 1 THEN 'APPS_APPLICATION_DECLINED' ELSE 'APPS_APPLICATION_NEW' END,'${stages[0]._id}',1700000000000+i*100000,1700000000000 FROM c;
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c WHERE i<100000)
    INSERT INTO assessments(id,customerId,hierarchyId,vacancyId,applicationId,stageId,product,provider,status,assessmentPackageId,externalAssessmentPackageId,externalAssessmentId,externalCohortId,assessmentLink,createdAt,updatedAt,submittedAt,recommendation,recommendationScore,isViewed)
    SELECT printf('cd%022x',i),'${v.customerId}','${v.hierarchyId}','${V}',printf('ca%022x',i),'${stages[0]._id}','FI','PH', CASE WHEN i%4=0 THEN 'APPS_ASSESSMENT_INPROGRESS' ELSE 'APPS_ASSESSMENT_COMPLETED' END,'p','p','e'||i,'c','l',1700000000000+i*100000,1,CASE WHEN i%4=0 THEN NULL ELSE 1700000000000+i*110000 END,CASE i%3 WHEN 0 THEN 'YES' WHEN 1 THEN 'MAYBE' ELSE 'NO' END,i*37%100,i%2 FROM c;`);
  });
  console.log("filled in s", (Date.now()-t)/1000);
}
const base = { vacancyId: V, stageIds: [stages[0]._id] };
const filters: Record<string, any> = {
  none: base, progress: { ...base, assessmentStatus: "APPS_ASSESSMENT_COMPLETED" }, status2: {...base, statuses:["APPS_APPLICATION_SHORTLISTED","APPS_APPLICATION_DECLINED"]},
  result: { ...base, results: ["MAYBE"] }, unviewed: { ...base, isViewed: false }, days: { ...base, submittedFrom: 1705000000000, submittedBefore: 1706000000000 },
  searchRare: { ...base, searchText: "first123 surname4" }, searchCommon: { ...base, searchText: "example" }, searchShort: { ...base, searchText: "a" }, searchNone: { ...base, searchText: "zzzq" },
  all: { ...base, assessmentStatus: "APPS_ASSESSMENT_COMPLETED", statuses:["APPS_APPLICATION_NEW"], results:["MAYBE"], isViewed:false, submittedFrom: 1702000000000, submittedBefore: 1709000000000, searchText: "first" },
  bothStages: { vacancyId: V, stageIds: stages.map((s: any)=>s._id) },
};
const time = (f: () => unknown) => { const ts=[]; for (let i=0;i<7;i++){ const t=process.hrtime.bigint(); f(); ts.push(Number(process.hrtime.bigint()-t)/1e6);} ts.sort((a,b)=>a-b); return ts[5]!; };
for (const [name,f] of Object.entries(filters)) {
  const total = countApplications(db, f);
  const c = time(()=>countApplications(db, f));
  const rows: string[] = [];
  for (const sort of Object.keys(applicationSorts) as any[]) for (const order of ["desc","asc"] as const) {
    const first = time(()=>applicationSeqs(db,f,{sort,order},30,0));
    const deep = time(()=>applicationSeqs(db,f,{sort,order},30,Math.max(0,total-30)));
    rows.push(`${sort} ${order}: ${first.toFixed(1)}/${deep.toFixed(1)}`);
  }
  console.log(name, total, "count", c.toFixed(1), "|", rows.join(" · "));
}
const seqs = applicationSeqs(db, base, {sort:"submittedAt",order:"desc"},100,0);
console.log("read 100 rows", time(()=>readApplications(db,seqs)).toFixed(1), "statusCounts", time(()=>statusCounts(db,V)).toFixed(2));
const cand = findCandidateByEmail(db, v.customerId, "p500."+(500*31%977)+"@example.com")!;
const t=Date.now(); db.transaction(()=>deidentifyCandidate(db, cand, Date.now())); console.log("deidentify ms", Date.now()-t);
setTimeout(()=>dbs.close(), 100);
