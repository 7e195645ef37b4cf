% Parts that are accepted: red ones of steel, small ones of glass; one label in twenty is wrong.
:- modeh(1, accepted(+part)).
:- modeb(1, colour(+part, #colour)).
:- modeb(1, size(+part, #size)).
:- modeb(1, material(+part, #material)).
:- set(noise, 4).
:- set(minpos, 3).
:- set(minacc, 0.75).
:- set(evalfn, mestimate).
:- set(body_length, 3).

colour(part1, red).
colour(part2, red).
colour(part3, red).
colour(part4, blue).
colour(part5, red).
colour(part6, blue).
colour(part7, blue).
colour(part8, red).
colour(part9, blue).
colour(part10, green).
colour(part11, red).
colour(part12, red).
colour(part13, green).
colour(part14, red).
colour(part15, blue).
colour(part16, green).
colour(part17, red).
colour(part18, blue).
colour(part19, blue).
colour(part20, green).
colour(part21, blue).
colour(part22, green).
colour(part23, red).
colour(part24, green).
colour(part25, green).
colour(part26, blue).
colour(part27, green).
colour(part28, red).
colour(part29, green).
colour(part30, red).
colour(part31, red).
colour(part32, blue).
colour(part33, red).
colour(part34, green).
colour(part35, blue).
colour(part36, red).
colour(part37, blue).
colour(part38, green).
colour(part39, red).
colour(part40, blue).
colour(part41, blue).
colour(part42, green).
colour(part43, blue).
colour(part44, green).
colour(part45, red).
colour(part46, blue).
colour(part47, green).
colour(part48, blue).
colour(part49, blue).
colour(part50, red).
colour(part51, red).
colour(part52, green).
colour(part53, blue).
colour(part54, red).
colour(part55, green).
colour(part56, green).
colour(part57, blue).
colour(part58, red).
colour(part59, green).
colour(part60, red).
colour(part61, blue).
colour(part62, red).
colour(part63, blue).
colour(part64, red).
colour(part65, green).
colour(part66, green).
colour(part67, blue).
colour(part68, blue).
colour(part69, blue).
colour(part70, red).
colour(part71, green).
colour(part72, blue).
colour(part73, red).
colour(part74, red).
colour(part75, blue).
colour(part76, blue).
colour(part77, red).
colour(part78, blue).
colour(part79, blue).
colour(part80, green).
colour(part81, green).
colour(part82, blue).
colour(part83, red).
colour(part84, red).
colour(part85, green).
colour(part86, blue).
colour(part87, green).
colour(part88, green).
colour(part89, green).
colour(part90, blue).
colour(part91, blue).
colour(part92, blue).
colour(part93, red).
colour(part94, green).
colour(part95, green).
colour(part96, red).
colour(part97, green).
colour(part98, blue).
colour(part99, green).
colour(part100, blue).
colour(part101, blue).
colour(part102, blue).
colour(part103, blue).
colour(part104, red).
colour(part105, red).
colour(part106, red).
colour(part107, blue).
colour(part108, blue).
colour(part109, green).
colour(part110, green).
colour(part111, red).
colour(part112, blue).
colour(part113, red).
colour(part114, green).
colour(part115, blue).
colour(part116, blue).
colour(part117, green).
colour(part118, blue).
colour(part119, red).
colour(part120, red).

size(part1, small).
size(part2, large).
size(part3, large).
size(part4, large).
size(part5, large).
size(part6, small).
size(part7, large).
size(part8, small).
size(part9, small).
size(part10, small).
size(part11, small).
size(part12, small).
size(part13, large).
size(part14, small).
size(part15, small).
size(part16, small).
size(part17, large).
size(part18, large).
size(part19, large).
size(part20, large).
size(part21, small).
size(part22, large).
size(part23, large).
size(part24, large).
size(part25, small).
size(part26, large).
size(part27, small).
size(part28, small).
size(part29, large).
size(part30, small).
size(part31, large).
size(part32, small).
size(part33, large).
size(part34, small).
size(part35, small).
size(part36, large).
size(part37, large).
size(part38, large).
size(part39, small).
size(part40, large).
size(part41, large).
size(part42, large).
size(part43, small).
size(part44, small).
size(part45, small).
size(part46, large).
size(part47, large).
size(part48, small).
size(part49, large).
size(part50, large).
size(part51, large).
size(part52, small).
size(part53, large).
size(part54, small).
size(part55, small).
size(part56, large).
size(part57, small).
size(part58, small).
size(part59, large).
size(part60, small).
size(part61, small).
size(part62, large).
size(part63, large).
size(part64, large).
size(part65, large).
size(part66, large).
size(part67, small).
size(part68, small).
size(part69, large).
size(part70, large).
size(part71, large).
size(part72, large).
size(part73, small).
size(part74, small).
size(part75, small).
size(part76, small).
size(part77, small).
size(part78, large).
size(part79, small).
size(part80, large).
size(part81, small).
size(part82, small).
size(part83, large).
size(part84, large).
size(part85, large).
size(part86, small).
size(part87, large).
size(part88, small).
size(part89, large).
size(part90, small).
size(part91, large).
size(part92, small).
size(part93, large).
size(part94, small).
size(part95, small).
size(part96, small).
size(part97, small).
size(part98, large).
size(part99, small).
size(part100, large).
size(part101, large).
size(part102, large).
size(part103, small).
size(part104, large).
size(part105, large).
size(part106, small).
size(part107, small).
size(part108, small).
size(part109, small).
size(part110, large).
size(part111, small).
size(part112, large).
size(part113, large).
size(part114, small).
size(part115, large).
size(part116, large).
size(part117, small).
size(part118, small).
size(part119, large).
size(part120, large).

material(part1, wood).
material(part2, glass).
material(part3, wood).
material(part4, steel).
material(part5, glass).
material(part6, wood).
material(part7, wood).
material(part8, glass).
material(part9, glass).
material(part10, glass).
material(part11, steel).
material(part12, wood).
material(part13, steel).
material(part14, glass).
material(part15, steel).
material(part16, wood).
material(part17, steel).
material(part18, wood).
material(part19, wood).
material(part20, wood).
material(part21, steel).
material(part22, steel).
material(part23, wood).
material(part24, wood).
material(part25, glass).
material(part26, wood).
material(part27, wood).
material(part28, steel).
material(part29, wood).
material(part30, wood).
material(part31, steel).
material(part32, glass).
material(part33, steel).
material(part34, steel).
material(part35, steel).
material(part36, glass).
material(part37, steel).
material(part38, wood).
material(part39, steel).
material(part40, wood).
material(part41, glass).
material(part42, glass).
material(part43, glass).
material(part44, glass).
material(part45, steel).
material(part46, steel).
material(part47, glass).
material(part48, steel).
material(part49, wood).
material(part50, wood).
material(part51, steel).
material(part52, wood).
material(part53, glass).
material(part54, wood).
material(part55, glass).
material(part56, steel).
material(part57, steel).
material(part58, steel).
material(part59, wood).
material(part60, glass).
material(part61, glass).
material(part62, glass).
material(part63, steel).
material(part64, glass).
material(part65, wood).
material(part66, steel).
material(part67, glass).
material(part68, glass).
material(part69, steel).
material(part70, wood).
material(part71, wood).
material(part72, steel).
material(part73, wood).
material(part74, wood).
material(part75, steel).
material(part76, glass).
material(part77, steel).
material(part78, wood).
material(part79, steel).
material(part80, steel).
material(part81, steel).
material(part82, glass).
material(part83, glass).
material(part84, steel).
material(part85, wood).
material(part86, glass).
material(part87, steel).
material(part88, glass).
material(part89, glass).
material(part90, wood).
material(part91, wood).
material(part92, wood).
material(part93, glass).
material(part94, steel).
material(part95, wood).
material(part96, glass).
material(part97, wood).
material(part98, wood).
material(part99, glass).
material(part100, glass).
material(part101, wood).
material(part102, wood).
material(part103, glass).
material(part104, steel).
material(part105, wood).
material(part106, steel).
material(part107, wood).
material(part108, glass).
material(part109, steel).
material(part110, glass).
material(part111, glass).
material(part112, steel).
material(part113, wood).
material(part114, wood).
material(part115, glass).
material(part116, steel).
material(part117, steel).
material(part118, wood).
material(part119, steel).
material(part120, steel).

pos(accepted(part2)).
pos(accepted(part4)).
pos(accepted(part9)).
pos(accepted(part10)).
pos(accepted(part11)).
pos(accepted(part14)).
pos(accepted(part17)).
pos(accepted(part25)).
pos(accepted(part28)).
pos(accepted(part31)).
pos(accepted(part32)).
pos(accepted(part33)).
pos(accepted(part34)).
pos(accepted(part39)).
pos(accepted(part43)).
pos(accepted(part45)).
pos(accepted(part47)).
pos(accepted(part51)).
pos(accepted(part55)).
pos(accepted(part57)).
pos(accepted(part58)).
pos(accepted(part60)).
pos(accepted(part61)).
pos(accepted(part65)).
pos(accepted(part67)).
pos(accepted(part68)).
pos(accepted(part76)).
pos(accepted(part77)).
pos(accepted(part82)).
pos(accepted(part84)).
pos(accepted(part86)).
pos(accepted(part88)).
pos(accepted(part96)).
pos(accepted(part99)).
pos(accepted(part103)).
pos(accepted(part104)).
pos(accepted(part106)).
pos(accepted(part108)).
pos(accepted(part111)).
pos(accepted(part119)).
pos(accepted(part120)).

neg(accepted(part1)).
neg(accepted(part3)).
neg(accepted(part5)).
neg(accepted(part6)).
neg(accepted(part7)).
neg(accepted(part8)).
neg(accepted(part12)).
neg(accepted(part13)).
neg(accepted(part15)).
neg(accepted(part16)).
neg(accepted(part18)).
neg(accepted(part19)).
neg(accepted(part20)).
neg(accepted(part21)).
neg(accepted(part22)).
neg(accepted(part23)).
neg(accepted(part24)).
neg(accepted(part26)).
neg(accepted(part27)).
neg(accepted(part29)).
neg(accepted(part30)).
neg(accepted(part35)).
neg(accepted(part36)).
neg(accepted(part37)).
neg(accepted(part38)).
neg(accepted(part40)).
neg(accepted(part41)).
neg(accepted(part42)).
neg(accepted(part44)).
neg(accepted(part46)).
neg(accepted(part48)).
neg(accepted(part49)).
neg(accepted(part50)).
neg(accepted(part52)).
neg(accepted(part53)).
neg(accepted(part54)).
neg(accepted(part56)).
neg(accepted(part59)).
neg(accepted(part62)).
neg(accepted(part63)).
neg(accepted(part64)).
neg(accepted(part66)).
neg(accepted(part69)).
neg(accepted(part70)).
neg(accepted(part71)).
neg(accepted(part72)).
neg(accepted(part73)).
neg(accepted(part74)).
neg(accepted(part75)).
neg(accepted(part78)).
neg(accepted(part79)).
neg(accepted(part80)).
neg(accepted(part81)).
neg(accepted(part83)).
neg(accepted(part85)).
neg(accepted(part87)).
neg(accepted(part89)).
neg(accepted(part90)).
neg(accepted(part91)).
neg(accepted(part92)).
neg(accepted(part93)).
neg(accepted(part94)).
neg(accepted(part95)).
neg(accepted(part97)).
neg(accepted(part98)).
neg(accepted(part100)).
neg(accepted(part101)).
neg(accepted(part102)).
neg(accepted(part105)).
neg(accepted(part107)).
neg(accepted(part109)).
neg(accepted(part110)).
neg(accepted(part112)).
neg(accepted(part113)).
neg(accepted(part114)).
neg(accepted(part115)).
neg(accepted(part116)).
neg(accepted(part117)).
neg(accepted(part118)).
