% As beside-a-red-block, but four examples are wrong.
head_pred(good,1).
body_pred(block,2).
body_pred(beside,2).
body_pred(red,1).
body_pred(blue,1).
body_pred(green,1).
body_pred(large,1).
body_pred(small,1).
type(good,(scene,)).
type(block,(scene,block)).
type(beside,(block,block)).
type(red,(block,)).
type(blue,(block,)).
type(green,(block,)).
type(large,(block,)).
type(small,(block,)).
max_vars(5).
max_body(6).
% Every clause speaks of one scene.
:- clause(C), #count{V : var_type(C,V,scene)} != 1.
